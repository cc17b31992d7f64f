package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			os.Exit(0)
		}
		fmt.Fprintln(os.Stderr, "bench: error:", err)
		os.Exit(2)
	}
}

func run(args []string, out, progress io.Writer) error {
	if len(args) > 0 {
		switch args[0] {
		case "generate":
			return runGenerate(args[1:], out)
		case "loop":
			return runLoop(args[1:], out)
		}
	}
	return runSuite(args, out, progress)
}

// runGenerate writes one rollout and prints its tally.
func runGenerate(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("bench generate [flags] mixed|long FILE", flag.ContinueOnError)
	seed := flags.Uint64("seed", 1, "of everything that looks random")
	size := flags.Int64("size", 1024, "`MB` of a mixed session")
	tail := flags.Int64("tail", 100, "`MB` behind its last compaction")
	requests := flags.Int("requests", 400, "of a long session")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 2 {
		return errors.New("generate needs a kind, mixed or long, and a file")
	}
	file, err := os.Create(flags.Arg(1))
	if err != nil {
		return err
	}
	defer file.Close()
	var counted tally
	switch kind := flags.Arg(0); kind {
	case "mixed":
		counted, err = writeMixed(file, *seed, *size*megabyte, *tail*megabyte)
	case "long":
		counted, err = writeLong(file, *seed, *requests)
	default:
		err = fmt.Errorf("kind %q: one of mixed, long", kind)
	}
	if err != nil {
		return err
	}
	// What is still to be written back would slow the measuring that follows.
	if err := file.Sync(); err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(counted)
}

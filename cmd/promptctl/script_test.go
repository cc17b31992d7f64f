package main

import (
	"bytes"
	"encoding/hex"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"promptctl/internal/rawjson"

	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite what the scripts compare with")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"promptctl": main})
}

// TestScripts runs the program as a user does: what it prints, on which stream, and its exit status.
func TestScripts(t *testing.T) {
	sessions, err := filepath.Abs("testdata/sessions")
	if err != nil {
		t.Fatal(err)
	}
	captures := filepath.Join(sessions, "../../../../testdata/captures")
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup: func(env *testscript.Env) error {
			for _, pair := range os.Environ() {
				if name, _, _ := strings.Cut(pair, "="); strings.HasPrefix(name, "PROMPTCTL_") {
					env.Setenv(name, "")
				}
			}
			env.Setenv("CODEX_HOME", filepath.Join(env.WorkDir, "codex"))
			env.Setenv("SESSIONS", sessions)
			env.Setenv("CAPTURES", captures)
			env.Setenv("NO_COLOR", "1")
			env.Setenv("TZ", "UTC")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "bytes": rawBytes, "zst": zst, "jsoneq": jsonEqual,
		},
	})
}

// exits N COMMAND… runs a command and wants its exit status to be N.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits N command…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

var rawMark = regexp.MustCompile(`<hex:([0-9a-f]*)(?:x(\d+))?>`)

// bytes FILE… puts bytes that a script cannot hold in place of <hex:00> or <hex:00x512>, and the working folder in place of
// <work>; <cut> drops what stands behind it.
func rawBytes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: bytes file…")
	}
	for _, name := range args {
		text, _, _ := strings.Cut(ts.ReadFile(name), "<cut>")
		text = strings.ReplaceAll(text, "<work>", filepath.ToSlash(ts.Getenv("WORK")))
		text = rawMark.ReplaceAllStringFunc(text, func(mark string) string {
			parts := rawMark.FindStringSubmatch(mark)
			raw, err := hex.DecodeString(parts[1])
			ts.Check(err)
			times := 1
			if parts[2] != "" {
				times, err = strconv.Atoi(parts[2])
				ts.Check(err)
			}
			return strings.Repeat(string(raw), times)
		})
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o600))
	}
}

// zst FILE TARGET writes the file compressed.
func zst(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: zst file target")
	}
	w, err := zstd.NewWriter(nil)
	ts.Check(err)
	defer w.Close()
	ts.Check(os.MkdirAll(filepath.Dir(ts.MkAbs(args[1])), 0o700))
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), w.EncodeAll([]byte(ts.ReadFile(args[0])), nil), 0o600))
}

// jsoneq GOT WANT compares two JSON files but for white space and escapes.
func jsonEqual(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: jsoneq got want")
	}
	var values [2][]byte
	for i, name := range args {
		text := []byte(ts.ReadFile(name))
		if err := rawjson.Check(text); err != nil {
			ts.Fatalf("%s: %v", name, err)
		}
		values[i] = rawjson.Canonical(text)
	}
	if !bytes.Equal(values[0], values[1]) {
		ts.Fatalf("%s and %s differ:\n%s\n%s", args[0], args[1], values[0], values[1])
	}
}

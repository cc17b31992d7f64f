package conformance

import (
	"bytes"
	"slices"

	"promptctl/internal/compile"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"
	"promptctl/internal/rollout"
)

// body is a request body cut into the parts that are compared.
type body struct {
	items        [][]byte
	input        []byte
	instructions []byte
	rest         map[string][]byte // members that are neither these nor beyond any rollout
	order        []string          // of the members in rest
}

// beyondRollout: tools and client_metadata of an ordinary request stand in no rollout.
func beyondRollout(member string) bool { return member == "tools" || member == "client_metadata" }

func parseBody(raw []byte) body {
	b := body{rest: map[string][]byte{}}
	for m := rawjson.Walk(raw); m.Next(); {
		switch name := string(m.Name); {
		case name == "input":
			b.input = m.Value
			for e := rawjson.Walk(m.Value); e.NextElement(); {
				b.items = append(b.items, e.Value)
			}
		case name == "instructions":
			b.instructions = m.Value
		case !beyondRollout(name):
			b.rest[name] = m.Value
			b.order = append(b.order, name)
		}
	}
	return b
}

// compiled is a request as promptctl makes it.
type compiled struct {
	body
	step       int
	kind       history.StepKind
	unresolved []string
}

func (c *compiled) lacks(part string) bool { return slices.Contains(c.unresolved, part) }

// compileThread compiles every request that the files of a thread tell of and that the thread itself sent.
func compileThread(c *Capture, files []string) ([]compiled, error) {
	var all []compiled
	for _, path := range files {
		thread, err := rollout.OpenThread(path, c.home())
		if err != nil {
			return all, err
		}
		replay := history.NewReplay(thread, history.Options{Catalog: c.Catalog}, func(s *history.Step) error {
			if s.Inherited {
				return nil
			}
			request := compile.New(s, compile.Options{})
			var raw bytes.Buffer
			if _, err := request.WriteTo(&raw); err != nil {
				return err
			}
			all = append(all, compiled{parseBody(raw.Bytes()), s.Number, s.Kind, request.Unresolved})
			return nil
		})
		err = replay.Run()
		if closing := thread.Close(); err == nil {
			err = closing
		}
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

package rawjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	for _, test := range []struct {
		name, in string
		want     error
	}{
		{"object", `{"a":[1,-2.5e+3,true,false,null,"x"]}`, nil},
		{"white space", " { \"a\" : [ ] } ", nil},
		{"long plain string", `"` + strings.Repeat("abcdefg", 50) + `"`, nil},
		{"two objects", `{}{}`, ErrTrailing},
		{"torn", `{"a":"b`, ErrEnd},
		{"torn after key", `{"a"`, ErrEnd},
		{"torn escape", `"\`, ErrEnd},
		{"NUL", "{\"a\":\"\x00\"}", ErrControl},
		{"NUL between", "\x00{}", ErrByte},
		{"escaped NUL", `"\u0000"`, nil},
		{"surrogate pair", `"\ud83d\ude00"`, nil},
		{"lone high surrogate", `"\ud83d"`, ErrSurrogate},
		{"lone low surrogate", `"\ude00"`, ErrSurrogate},
		{"high surrogate before text", `"\ud83dabcdef"`, ErrSurrogate},
		{"invalid UTF-8", "\"abcdefgh\xff\"", ErrUTF8},
		{"invalid UTF-8 before an escape", "\"\xc3\\n\"", ErrUTF8},
		{"unknown escape", `"\x"`, ErrEscape},
		{"leading zero", `01`, ErrTrailing},
		{"bare minus", `-`, ErrByte},
		{"trailing comma", `[1,]`, ErrByte},
		{"depth 127", strings.Repeat("[", 127) + strings.Repeat("]", 127), nil},
		{"depth 128", strings.Repeat("[", 128) + strings.Repeat("]", 128), ErrDepth},
	} {
		if err := Check([]byte(test.in)); !errors.Is(err, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, err, test.want)
		}
	}
}

func TestMembers(t *testing.T) {
	m := WalkChecked([]byte(`{"a":1,"b\u0062":{"c":[]}, "d" :"x"} tail`))
	var got []string
	for m.Next() {
		got = append(got, string(m.Name)+"="+string(m.Value))
	}
	if m.Err() != nil || strings.Join(got, " ") != `a=1 bb={"c":[]} d="x"` {
		t.Errorf("got %q, %v", got, m.Err())
	}
	if !m.Loose() {
		t.Error("white space and a needless escape were not noticed")
	}
}

func TestCanonical(t *testing.T) {
	for in, want := range map[string]string{
		`{ "b" : 1.0, "a" : "\/\u00e9\u001F\u000a" , "a":2}`: "{\"b\":1.0,\"a\":\"/é\\u001f\\n\",\"a\":2}",
		`"<\u2028&>"`: "\"<\u2028&>\"",
		`1E5`:         `1E5`,
	} {
		if got := string(Canonical([]byte(in))); got != want {
			t.Errorf("Canonical(%s) = %s, want %s", in, got, want)
		}
	}
}

// FuzzCheck holds the scanner against encoding/json: what it accepts, the standard library accepts too, and what the
// standard library alone accepts is one of serde_json's own refusals.
func FuzzCheck(f *testing.F) {
	for _, seed := range []string{`{"a":[1,"x\n",{}]}`, `"\ud83d\ude00"`, "\"\xff\"", `[[[1e9]]]`, ` -0.5 `} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		err := Check(in)
		valid := json.Valid(in)
		if err == nil && !valid {
			t.Fatalf("accepted %q", in)
		}
		stricter := errors.Is(err, ErrDepth) || errors.Is(err, ErrUTF8) || errors.Is(err, ErrSurrogate)
		if err != nil && valid && !stricter {
			t.Fatalf("refused %q: %v", in, err)
		}
		if err == nil {
			trusted := scanner{b: bytes.TrimSpace(in)}
			if !trusted.skip() || trusted.i != len(trusted.b) {
				t.Fatalf("skip of %q stopped at %d: %v", in, trusted.i, trusted.fail)
			}
			canonical := Canonical(in)
			if again := Canonical(canonical); string(again) != string(canonical) {
				t.Fatalf("canonical form of %q is not stable: %q, %q", in, canonical, again)
			}
		}
	})
}

// FuzzWalk holds the trusting walk to its promise on input that nobody checked: it ends, and hands out parts of the input.
func FuzzWalk(f *testing.F) {
	f.Add([]byte(`{"a":[1,{"b":"\\"}],"c":"x`))
	f.Fuzz(func(t *testing.T, in []byte) {
		for m := Walk(in); m.Next(); {
			if m.Start < 0 || m.End > len(in) || m.Start >= m.End {
				t.Fatalf("span %d to %d of %d bytes", m.Start, m.End, len(in))
			}
		}
		for m := Walk(in); m.NextElement(); {
			_ = String(m.Value)
		}
	})
}

func BenchmarkCheck(b *testing.B) {
	line := []byte(`{"timestamp":"t","type":"response_item","payload":{"type":"function_call_output","output":"` +
		strings.Repeat(`drwxr-xr-x 2 dev dev 4096 file.txt\n`, 2000) + `"}}`)
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		if err := Check(line); err != nil {
			b.Fatal(err)
		}
	}
}

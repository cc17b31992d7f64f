package compare_test

import (
	"fmt"
	"strings"
	"testing"

	"promptctl/internal/compare"
)

// TestAlign: which items are taken for the same ones. Each is a word here: what it says; one with a number is a call with
// that id.
func TestAlign(t *testing.T) {
	for _, c := range []struct{ name, was, now, want string }{
		{"nothing", "", "", ""},
		{"equal", "a b", "a b", "=0,0 =1,1"},
		{"appended", "a", "a b", "=0,0 +1"},
		{"cut", "a b", "a", "=0,0 -1"},
		{"replaced by another", "a b c", "a x c", "=0,0 -1 +1 =2,2"},
		{"a call with other arguments", "a b:1 c", "a x:1 c", "=0,0 ~1,1 =2,2"},
		{"moved to the front", "a b c d", "d a b c", ">3,0 =0,1 =1,2 =2,3"},
		{"moved and changed", "a b:1 c d", "x:1 a c d", ">1,0 =0,1 =2,2 =3,3"},
		{"the same twice", "a a", "a a a", "=0,0 =1,1 +2"},
		{"another version", "a beginning-of-it-one c", "a beginning-of-it-two c", "=0,0 ~1,1 =2,2"},
		{"all other", "a b", "x y", "-0 -1 +0 +1"},
	} {
		d := compare.New(saved(t, c.was), saved(t, c.now), nil)
		var got []string
		for _, e := range d.Entries {
			switch {
			case e.A < 0:
				got = append(got, fmt.Sprintf("+%d", e.B))
			case e.B < 0:
				got = append(got, fmt.Sprintf("-%d", e.A))
			default:
				mark := map[compare.Kind]string{compare.Same: "=", compare.Changed: "~", compare.Moved: ">"}[e.Kind]
				got = append(got, fmt.Sprintf("%s%d,%d", mark, e.A, e.B))
			}
			if e.Kind == compare.Changed && len(e.Changes) == 0 {
				t.Errorf("%s: nothing changed in %+v", c.name, e)
			}
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: got %s, want %s", c.name, text, c.want)
		}
	}
}

func saved(t *testing.T, words string) *compare.Body {
	t.Helper()
	var items []string
	for _, word := range strings.Fields(words) {
		name, id, call := strings.Cut(word, ":")
		if call {
			items = append(items, fmt.Sprintf(`{"type":"function_call","name":"run","arguments":%q,"call_id":%q}`, name, id))
		} else {
			items = append(items, message("user", name))
		}
	}
	b, err := compare.OfSaved("body.json", []byte(`{"input":[`+strings.Join(items, ",")+`]}`))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestChanges: the innermost places that differ, and the first of them.
func TestChanges(t *testing.T) {
	for _, c := range []struct{ name, was, now, want, first string }{
		{"a leaf", `{"type":"x","a":{"b":1}}`, `{"type":"x","a":{"b":2}}`, "a.b 1 2", "input[0].a.b"},
		{"a member that came", `{"a":1}`, `{"a":1,"b":2}`, "b - 2", "input[0].b"},
		{"one that went in front", `{"a":1,"b":2}`, `{"b":2}`, "a 1 -", "input[0].a"},
		{"another order", `{"type":"x","a":1,"b":2}`, `{"type":"x","b":2,"a":1}`, ` {"type":"x","a":1,"b":2} {"type":"x","b":2,"a":1}`, "input[0]"},
		{"an odd name", `{"a b":1}`, `{"a b":2}`, `["a b"] 1 2`, `input[0]["a b"]`},
		{"an entry in the middle", `{"l":[1,2,3]}`, `{"l":[1,3]}`, "l[1] 2 -", "input[0].l[1]"},
		{"an entry at the end", `{"l":[1]}`, `{"l":[1,2]}`, "l[1] - 2", "input[0].l[1]"},
		{"another kind", `{"a":[1]}`, `{"a":{"b":1}}`, `a [1] {"b":1}`, "input[0].a"},
		{"a number spelled otherwise", `{"a":1.0}`, `{"a":1.00}`, "a 1.0 1.00", "input[0].a"},
		{"a name given twice", `{"a":1,"a":2}`, `{"a":1,"a":3}`, "a 2 1", "input[0].a"},
	} {
		body := func(item string) *compare.Body {
			b, err := compare.OfSaved("body.json", []byte(`{"input":[`+item+`]}`))
			if err != nil {
				t.Fatal(err)
			}
			return b
		}
		a, b := body(c.was), body(c.now)
		d := compare.New(a, b, nil)
		if d.Divergence == nil || d.Divergence.Path != c.first {
			t.Errorf("%s: first %+v, want %s", c.name, d.Divergence, c.first)
		}
		if len(d.Entries) != 1 || d.Entries[0].Kind != compare.Changed {
			t.Errorf("%s: %+v", c.name, d.Entries)
			continue
		}
		var got []string
		for _, change := range d.Entries[0].Changes {
			value := func(v []byte) string {
				if v == nil {
					return "-"
				}
				return string(v)
			}
			path := strings.TrimPrefix(strings.TrimPrefix(change.Path, "input[0]"), ".")
			got = append(got, path+" "+value(change.Was)+" "+value(change.Now))
		}
		if text := strings.Join(got, "; "); text != c.want {
			t.Errorf("%s: got %q, want %q", c.name, text, c.want)
		}
	}
}

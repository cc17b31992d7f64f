package rawjson

import "testing"

// The examples of RFC 7386, appendix A, and what serde_json adds: the last of two members with one name counts.
func TestMerge(t *testing.T) {
	for _, test := range []struct{ target, patch, want string }{
		{`{"a":"b"}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"b"}`, `{"b":"c"}`, `{"a":"b","b":"c"}`},
		{`{"a":"b"}`, `{"a":null}`, `{}`},
		{`{"a":"b","b":"c"}`, `{"a":null}`, `{"b":"c"}`},
		{`{"a":["b"]}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"c"}`, `{"a":["b"]}`, `{"a":["b"]}`},
		{`{"a":{"b":"c"}}`, `{"a":{"b":"d","c":null}}`, `{"a":{"b":"d"}}`},
		{`{"a":[{"b":"c"}]}`, `{"a":[1]}`, `{"a":[1]}`},
		{`["a","b"]`, `["c","d"]`, `["c","d"]`},
		{`{"a":"b"}`, `["c"]`, `["c"]`},
		{`{"a":"foo"}`, `null`, `null`},
		{`{"a":"foo"}`, `"bar"`, `"bar"`},
		{`{"e":null}`, `{"a":1}`, `{"e":null,"a":1}`},
		{`[1,2]`, `{"a":"b","c":null}`, `{"a":"b"}`},
		{`{}`, `{"a":{"bb":{"ccc":null}}}`, `{"a":{"bb":{}}}`},
		{`{"a":1,"b":2,"a":3}`, `{"b":null}`, `{"a":3}`},
		{`{"a":1}`, `{"a":null,"a":2}`, `{"a":2}`},
		{``, `{"a":{"b":null}}`, `{"a":{}}`},
	} {
		if got := string(Merge([]byte(test.target), []byte(test.patch))); got != test.want {
			t.Errorf("Merge(%s, %s) = %s, want %s", test.target, test.patch, got, test.want)
		}
	}
}

func TestMergePatch(t *testing.T) {
	for _, test := range []struct{ from, to, want string }{
		{`{"a":1}`, `{"a":1}`, ``},
		{`{"a":1,"b":2}`, `{"b":2,"a":1}`, ``},
		{`{"a":"\u0041"}`, `{"a":"A"}`, ``},
		{`{"a":1}`, `{"a":1.0}`, `{"a":1.0}`},
		{`{"z":1,"y":1,"m":1}`, `{"c":2,"m":2,"a":2}`, `{"z":null,"y":null,"c":2,"m":2,"a":2}`},
		{`{"agents_md":{"directory":"/w","text":"x"}}`, `{"agents_md":{}}`, `{"agents_md":{"directory":null,"text":null}}`},
		{`{"p":"hash"}`, `{"p":{"i":"hash"}}`, `{"p":{"i":"hash"}}`},
		{`{"p":{"i":"hash"}}`, `{"p":"hash"}`, `{"p":"hash"}`},
		{`{"p":[1,{"a":null}]}`, `{"p":[1,{"a":2}]}`, `{"p":[1,{"a":2}]}`},
		{`1`, `{"a":1}`, `{"a":1}`},
	} {
		if got := string(MergePatch([]byte(test.from), []byte(test.to))); got != test.want {
			t.Errorf("MergePatch(%s, %s) = %s, want %s", test.from, test.to, got, test.want)
		}
	}
}

func TestWithoutNulls(t *testing.T) {
	in := `{"a":null,"b":{"c":null,"d":[null,{"e":null}]},"f":1}`
	if got, want := string(WithoutNulls([]byte(in))), `{"b":{"d":[null,{"e":null}]},"f":1}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestSorted(t *testing.T) {
	in := `{"b":{"z":1,"a":[{"d":1,"c":2}]},"a":"x"}`
	if got, want := string(Sorted([]byte(in))), `{"a":"x","b":{"a":[{"c":2,"d":1}],"z":1}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// FuzzMergePatch holds the two directions to their law: the patch between two values, applied to the first, gives the second.
func FuzzMergePatch(f *testing.F) {
	f.Add([]byte(`{"a":{"b":1,"c":null},"d":[1]}`), []byte(`{"a":{"c":"x"},"e":{}}`))
	f.Add([]byte(`{"agents_md":{"directory":"/w","text":"x"},"permissions":"h"}`), []byte(`{"agents_md":{},"permissions":{"i":"h"}}`))
	f.Add([]byte(`[]`), []byte(`{"a":1,"a":{}}`))
	f.Fuzz(func(t *testing.T, from, to []byte) {
		if Check(from) != nil || Check(to) != nil {
			return
		}
		to = WithoutNulls(to)
		patch := MergePatch(from, to)
		if patch == nil {
			if !Equal(from, to) {
				t.Fatalf("no patch between %s and %s", from, to)
			}
			return
		}
		if err := Check(patch); err != nil {
			t.Fatalf("the patch between %s and %s is %s: %v", from, to, patch, err)
		}
		if got := Merge(from, patch); !Equal(got, to) {
			t.Fatalf("%s with %s is %s, want %s", from, patch, got, to)
		}
	})
}

package rollout

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"promptctl/internal/diag"
	"promptctl/internal/rawjson"

	"github.com/google/go-cmp/cmp"
)

const (
	metaLine = `{"timestamp":"2026-01-02T03:04:05.000Z","type":"session_meta","payload":{"id":"019f0000-0000-7000-8000-00000000000a","cli_version":"0.145.0","cwd":"/w"}}`
	userLine = `{"timestamp":"2026-01-02T03:04:06.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"hi"}]}}`
	doneLine = `{"timestamp":"2026-01-02T03:04:07.000Z","type":"event_msg","payload":{"type":"task_complete","turn_id":"t1"}}`
)

// finding is what a test states of a diagnostic.
type finding struct {
	Severity diag.Severity
	Code     string
	Line     int
	Offset   int64
}

func findings(list diag.List) []finding {
	var short []finding
	for _, d := range list {
		short = append(short, finding{d.Severity, d.Code, d.Place.Line, d.Place.Offset})
	}
	return short
}

// readAll reads a file to its end; each line as "number kind/event".
func readAll(t *testing.T, r *Reader) (lines []string) {
	t.Helper()
	for line := r.Next(); line != nil; line = r.Next() {
		lines = append(lines, describe(line))
	}
	if err := r.Err(); err != nil {
		t.Fatalf("reading: %v", err)
	}
	return lines
}

func describe(line *Line) string {
	name := line.Kind.String()
	switch line.Kind {
	case Unknown:
		name += " " + line.Type
	case EventMsg:
		name += " " + line.Event
	}
	return fmt.Sprintf("%d %s", line.Number, name)
}

func stream(t *testing.T, content string) *File {
	t.Helper()
	f, err := OpenStream("test", strings.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestDamagedLines(t *testing.T) {
	second := int64(len(metaLine) + 1)
	third := second + int64(len(userLine)+1)
	whole := []string{"1 session_meta", "2 response_item", "3 event_msg task_complete"}
	nested := func(levels int) string {
		return `{"timestamp":"t","type":"response_item","payload":{"type":"x","a":` + strings.Repeat("[", levels) + strings.Repeat("]", levels) + `}}`
	}
	one := func(code string) []finding { return []finding{{diag.Error, code, 2, second}} }
	stump := func(code string, length int64) []finding {
		return append(one(code), finding{diag.Warning, "behind-a-stump", 2, second + length})
	}
	behind := []string{"1 session_meta", "3 event_msg task_complete"}

	for _, test := range []struct {
		name    string
		content string
		lines   []string
		found   []finding
	}{
		{"sound", metaLine + "\n" + userLine + "\n" + doneLine + "\n", whole, nil},
		{"no newline at the end", metaLine + "\n" + userLine + "\n" + doneLine, whole, nil},
		{"CRLF", metaLine + "\r\n" + userLine + "\r\n" + doneLine + "\r\n", whole, nil},
		{"blank and white lines", metaLine + "\n\n" + userLine + "\n \t\r\n" + doneLine + "\n\n",
			[]string{"1 session_meta", "3 response_item", "5 event_msg task_complete"}, nil},
		{"white space around a line", metaLine + "\n \t" + userLine + "  \n" + doneLine, whole, nil},
		{"torn last line", metaLine + "\n" + userLine + "\n" + doneLine[:60],
			[]string{"1 session_meta", "2 response_item"}, []finding{{diag.Error, "torn-line", 3, third}}},
		{"torn last line with a newline", metaLine + "\n" + userLine + "\n" + doneLine[:60] + "\n",
			[]string{"1 session_meta", "2 response_item"}, []finding{{diag.Error, "torn-line", 3, third}}},
		{"torn line, then the whole one", metaLine + "\n" + userLine[:90] + "\n" + userLine + "\n" + doneLine,
			[]string{"1 session_meta", "3 response_item", "4 event_msg task_complete"}, one("torn-line")},
		{"torn in a string", metaLine + "\n" + `{"timestamp":"2026` + "\n" + doneLine, behind, one("torn-line")},
		{"torn line with the next on it", metaLine + "\n" + userLine[:90] + userLine + "\n" + doneLine, whole, stump("not-json", 90)},
		{"two stumps in a line", metaLine + "\n" + userLine[:90] + userLine[:60] + "\n" + doneLine, behind, one("not-json")},
		{"two objects in a line", metaLine + "\n" + userLine + userLine + "\n" + doneLine, behind, one("two-values")},
		{"NUL run at the end", metaLine + "\n" + userLine + "\n" + strings.Repeat("\x00", 512),
			[]string{"1 session_meta", "2 response_item"}, []finding{{diag.Error, "nul-bytes", 3, third}}},
		{"NUL run in front of a line", metaLine + "\n" + strings.Repeat("\x00", 300) + userLine + "\n" + doneLine, whole, stump("nul-bytes", 300)},
		{"NUL run behind a line", metaLine + "\n" + userLine + "\x00\x00\x00\n" + doneLine, behind, one("nul-bytes")},
		{"line of NULs", metaLine + "\n" + strings.Repeat("\x00", 8) + "\n" + doneLine, behind, one("nul-bytes")},
		{"escaped NUL is data", metaLine + "\n" + strings.Replace(userLine, "hi", `\u0000`, 1) + "\n" + doneLine, whole, nil},
		{"invalid UTF-8", metaLine + "\n" + strings.Replace(userLine, "hi", "\xc3\x28", 1) + "\n" + doneLine, behind, one("invalid-utf8")},
		{"cut UTF-8", metaLine + "\n" + strings.Replace(userLine, "hi", "\xe2\x82", 1) + "\n" + doneLine, behind, one("invalid-utf8")},
		{"UTF-8 of a surrogate", metaLine + "\n" + strings.Replace(userLine, "hi", "\xed\xa0\x80", 1) + "\n" + doneLine, behind, one("invalid-utf8")},
		{"lone surrogate escape", metaLine + "\n" + strings.Replace(userLine, "hi", `\ud83d`, 1) + "\n" + doneLine, behind, one("not-json")},
		{"surrogate pair", metaLine + "\n" + strings.Replace(userLine, "hi", `\ud83d\ude00`, 1) + "\n" + doneLine, whole, nil},
		{"raw control character", metaLine + "\n" + strings.Replace(userLine, "hi", "\x01", 1) + "\n" + doneLine, behind, one("not-json")},
		{"not JSON", metaLine + "\nWARN something\n" + doneLine, behind, one("not-json")},
		{"an array", metaLine + "\n[1,2]\n" + doneLine, behind, one("undecodable")},
		{"a number", metaLine + "\n17\n" + doneLine, behind, one("undecodable")},
		{"127 levels", metaLine + "\n" + nested(125) + "\n" + doneLine, whole, nil},
		{"128 levels", metaLine + "\n" + nested(126) + "\n" + doneLine, behind, one("too-deep")},
		{"20000 levels", metaLine + "\n" + nested(20000) + "\n" + doneLine, behind, one("too-deep")},
		{"byte order mark in the middle", metaLine + "\n\xef\xbb\xbf" + userLine + "\n" + doneLine, whole, stump("not-json", 3)},
		{"no type", metaLine + "\n" + `{"timestamp":"t","payload":{}}` + "\n" + doneLine, behind, one("undecodable")},
		{"type is no string", metaLine + "\n" + `{"timestamp":"t","type":7,"payload":{}}` + "\n" + doneLine, behind, one("undecodable")},
		{"no payload", metaLine + "\n" + `{"timestamp":"t","type":"response_item"}` + "\n" + doneLine, behind, one("undecodable")},
		{"no timestamp", metaLine + "\n" + `{"type":"response_item","payload":{}}` + "\n" + doneLine, behind, one("undecodable")},
		{"event without a type", metaLine + "\n" + `{"timestamp":"t","type":"event_msg","payload":{}}` + "\n" + doneLine, behind, one("undecodable")},
		{"unknown line type", metaLine + "\n" + `{"timestamp":"t","type":"hologram","payload":{}}` + "\n" + doneLine,
			[]string{"1 session_meta", "2 unknown hologram", "3 event_msg task_complete"}, nil},
		{"unknown event type", metaLine + "\n" + `{"timestamp":"t","type":"event_msg","payload":{"type":"sparkle"}}` + "\n" + doneLine,
			[]string{"1 session_meta", "2 event_msg sparkle", "3 event_msg task_complete"}, nil},
		{"only damage behind the first line", metaLine + "\n{\n{\n", []string{"1 session_meta"},
			[]finding{{diag.Error, "torn-line", 2, second}, {diag.Error, "torn-line", 3, second + 2}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := stream(t, test.content).Read(0, 0, -1)
			if diff := cmp.Diff(test.lines, readAll(t, r)); diff != "" {
				t.Errorf("lines (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.found, findings(r.Found)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTornLineSaysWhere(t *testing.T) {
	for _, test := range []struct{ content, want string }{
		{metaLine + "\n" + userLine[:50], "torn last line: unexpected end at byte 50"},
		{metaLine + "\n" + userLine[:50] + "\n" + doneLine, "torn line: unexpected end at byte 50"},
	} {
		r := stream(t, test.content).Read(0, 0, -1)
		readAll(t, r)
		if len(r.Found) != 1 || r.Found[0].Message != test.want {
			t.Errorf("got %+v, want %q", r.Found, test.want)
		}
	}
}

func TestByteOrderMark(t *testing.T) {
	f := stream(t, "\xef\xbb\xbf"+metaLine+"\n"+doneLine+"\n")
	if diff := cmp.Diff([]finding{{diag.Warning, "byte-order-mark", 1, 0}}, findings(f.Found)); diff != "" {
		t.Error(diff)
	}
	r := f.Read(0, 0, -1)
	first := r.Next()
	if first == nil || first.Kind != SessionMeta || first.Offset != 3 || first.Number != 1 {
		t.Fatalf("first line: %+v", first)
	}
	if second := r.Next(); second == nil || second.Offset != int64(3+len(metaLine)+1) {
		t.Fatalf("second line: %+v", second)
	}
}

func TestEnvelope(t *testing.T) {
	item := `{"type":"message","role":"user","content":[]}`
	for _, test := range []struct {
		name, raw string
		want      Line
	}{
		{"the client's order", `{"timestamp":"t","type":"response_item","payload":` + item + `}`,
			Line{Time: "t", Kind: ResponseItem, Ordinal: -1}},
		{"ordinal behind the timestamp", `{"timestamp":"t","ordinal":7,"type":"response_item","payload":` + item + `}`,
			Line{Time: "t", Kind: ResponseItem, Ordinal: 7}},
		{"ordinal first", `{"ordinal":0,"timestamp":"t","type":"response_item","payload":` + item + `}`,
			Line{Time: "t", Kind: ResponseItem, Ordinal: 0}},
		{"payload first", `{"payload":` + item + `,"type":"response_item","timestamp":"t"}`,
			Line{Time: "t", Kind: ResponseItem, Ordinal: -1}},
		{"metadata beside the payload", `{"timestamp":"t","type":"response_item","payload":` + item + `,"metadata":{"a":1}}`,
			Line{Time: "t", Kind: ResponseItem, Ordinal: -1, Metadata: []byte(`{"a":1}`)}},
		{"unknown members", `{"x":[{}],"timestamp":"t","type":"response_item","y":null,"payload":` + item + `,"z":"z"}`,
			Line{Time: "t", Kind: ResponseItem, Ordinal: -1}},
		{"a repeated member: the last counts", `{"timestamp":"t","type":"compacted","type":"response_item","payload":1,"payload":` + item + `}`,
			Line{Time: "t", Kind: ResponseItem, Ordinal: -1}},
		{"escaped names", `{"timest\u0061mp":"t","type":"response_\u0069tem","p\u0061yload":` + item + `}`,
			Line{Time: "t", Kind: ResponseItem, Ordinal: -1, Loose: true}},
		{"white space", `{ "timestamp" : "t", "type" : "response_item", "payload" : ` + item + ` }`,
			Line{Time: "t", Kind: ResponseItem, Ordinal: -1, Loose: true}},
		{"ordinal that is none", `{"timestamp":"t","ordinal":-3,"type":"response_item","payload":` + item + `}`,
			Line{Time: "t", Kind: ResponseItem, Ordinal: -1}},
		{"ordinal beyond 64 bits", `{"timestamp":"t","ordinal":99999999999999999999,"type":"response_item","payload":` + item + `}`,
			Line{Time: "t", Kind: ResponseItem, Ordinal: -1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got Line
			if err := parseEnvelope([]byte(test.raw), &got); err != nil {
				t.Fatal(err)
			}
			test.want.Payload, test.want.Length = []byte(item), len(test.raw)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestOrdinals(t *testing.T) {
	at := func(ordinal string) string {
		return `{"timestamp":"t",` + ordinal + `"type":"response_item","payload":{"type":"x"}}` + "\n"
	}
	for _, test := range []struct {
		name  string
		lines []string
		found []string
	}{
		{"in order", []string{at(`"ordinal":0,`), at(`"ordinal":1,`), at(`"ordinal":2,`)}, nil},
		{"from another start", []string{at(`"ordinal":40,`), at(`"ordinal":41,`)}, nil},
		{"none", []string{at(""), at(""), at("")}, nil},
		{"repeated", []string{at(`"ordinal":0,`), at(`"ordinal":1,`), at(`"ordinal":1,`), at(`"ordinal":2,`)}, []string{"3 ordinal-repeated"}},
		{"going back", []string{at(`"ordinal":5,`), at(`"ordinal":3,`), at(`"ordinal":4,`)}, []string{"2 ordinal-repeated"}},
		{"gap", []string{at(`"ordinal":0,`), at(`"ordinal":4,`), at(`"ordinal":5,`)}, []string{"2 ordinal-gap"}},
		{"missing once", []string{at(`"ordinal":0,`), at(""), at(`"ordinal":1,`)}, []string{"2 ordinal-missing"}},
		{"missing from a line on is said once", []string{at(`"ordinal":0,`), at(""), at(""), at("")}, []string{"2 ordinal-missing"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := stream(t, strings.Join(test.lines, "")).Read(0, 0, -1)
			if n := len(readAll(t, r)); n != len(test.lines) {
				t.Errorf("%d lines read of %d", n, len(test.lines))
			}
			var got []string
			for _, d := range r.Found {
				got = append(got, fmt.Sprintf("%d %s", d.Place.Line, d.Code))
			}
			if diff := cmp.Diff(test.found, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestReadPart reads from the middle of a file and only as far as a limit.
func TestReadPart(t *testing.T) {
	f := stream(t, metaLine+"\n"+userLine+"\n"+doneLine+"\n")
	second := int64(len(metaLine) + 1)
	third := second + int64(len(userLine)+1)
	got := readAll(t, f.Read(second, 1, third))
	if diff := cmp.Diff([]string{"2 response_item"}, got); diff != "" {
		t.Error(diff)
	}
	if got := readAll(t, f.Read(third, -1, -1)); len(got) != 1 || got[0] != "0 event_msg task_complete" {
		t.Errorf("unnumbered: %q", got)
	}
	r := f.Read(0, 0, third-10)
	if got := readAll(t, r); len(got) != 1 || len(r.Found) != 1 || r.Found[0].Code != "torn-line" {
		t.Errorf("a limit inside a line: %q, %+v", got, r.Found)
	}
}

func TestReadLine(t *testing.T) {
	f := stream(t, metaLine+"\n"+userLine+"\n")
	line, err := f.ReadLine(int64(len(metaLine)+1), len(userLine))
	if err != nil || line.Kind != ResponseItem || line.Offset != int64(len(metaLine)+1) {
		t.Errorf("got %+v, %v", line, err)
	}
	if _, err := f.ReadLine(int64(len(metaLine)+1), 5); err == nil {
		t.Error("part of a line decoded")
	}
	if _, err := f.ReadLine(1<<40, 5); err == nil {
		t.Error("a line behind the end was read")
	}
}

func TestBareLines(t *testing.T) {
	meta := `{"id":"8f0b2f6e-0000-4000-8000-000000000001","timestamp":"2025-07-01T10:00:00.000Z","instructions":null,"git":{}}`
	item := `{"type":"message","role":"user","content":[{"type":"input_text","text":"hi"}]}`
	f := stream(t, meta+"\n"+`{"record_type":"state"}`+"\n"+item+"\n"+`{"role":"user"}`+"\n"+item[:20]+"\n"+item)
	if f.Era != Bare {
		t.Fatalf("era %d", f.Era)
	}
	r := f.Read(0, 0, -1)
	want := []string{"1 session_meta", "2 unknown record_type", "3 response_item", "6 response_item"}
	if diff := cmp.Diff(want, readAll(t, r)); diff != "" {
		t.Error(diff)
	}
	offset := int64(len(meta) + 1 + len(`{"record_type":"state"}`) + 1 + len(item) + 1)
	found := []finding{{diag.Error, "undecodable", 4, offset}, {diag.Error, "torn-line", 5, offset + int64(len(`{"role":"user"}`)+1)}}
	if diff := cmp.Diff(found, findings(r.Found)); diff != "" {
		t.Error(diff)
	}
}

// TestLongLines reads lines around and above the size of one read.
func TestLongLines(t *testing.T) {
	var content bytes.Buffer
	var want []int64
	for _, size := range []int{10, readChunk - 200, readChunk, 3*readChunk + 7, 5, 2 * readChunk, 1} {
		want = append(want, int64(content.Len()))
		fmt.Fprintf(&content, `{"timestamp":"t","type":"response_item","payload":{"type":"x","a":"%s"}}`+"\n", strings.Repeat("a", size))
	}
	r := stream(t, content.String()).Read(0, 0, -1)
	var got []int64
	for line := r.Next(); line != nil; line = r.Next() {
		got = append(got, line.Offset)
	}
	if diff := cmp.Diff(want, got); diff != "" || len(r.Found) > 0 {
		t.Errorf("offsets: %s\nfound: %v", diff, r.Found)
	}
}

// FuzzReader: whatever the bytes are, each line that is not blank is either handed out as valid JSON or named as damaged,
// at the place where it stands.
func FuzzReader(f *testing.F) {
	whole := metaLine + "\n" + userLine + "\n" + doneLine + "\n"
	for _, seed := range []string{
		whole, "", "\n\n", "\xef\xbb\xbf" + whole, strings.ReplaceAll(whole, "\n", "\r\n"), whole[:len(whole)-40],
		metaLine + "\n" + userLine[:90] + "\n" + userLine, metaLine + "\n" + userLine + userLine + "\n" + doneLine,
		metaLine + "\n" + strings.Repeat("\x00", 30) + "\n" + doneLine, strings.Replace(whole, "hi", "\xff", 1),
		strings.Replace(whole, "hi", `\ud83d`, 1), strings.ReplaceAll(whole, `"type":"`, `"ordinal":3,"type":"`),
		`{"id":"a","timestamp":"t"}` + "\n" + `{"type":"message","role":"user","content":[]}` + "\n" + `{"record_type":"state"}`,
		metaLine + "\n" + `{"timestamp":"t","type":"x","payload":` + strings.Repeat("[", 130) + "\n" + doneLine,
		"{\n" + `"session":{"id":"a","timestamp":"t"},"items":[{"type":"message"}]}`, "\x28\xb5\x2f\xfd\x00", "version https://git-lfs.",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		file, err := OpenStream("fuzz", bytes.NewReader(content))
		if err != nil || !file.Seekable || file.Era == Document {
			return
		}
		met := map[int64]bool{}
		r := file.Read(0, 0, -1)
		for line := r.Next(); line != nil; line = r.Next() {
			raw := content[line.Offset : line.Offset+int64(line.Length)]
			if err := rawjson.Check(raw); err != nil {
				t.Fatalf("line %d: %q: %v", line.Number, raw, err)
			}
			if err := rawjson.Check(line.Payload); err != nil {
				t.Fatalf("line %d: payload %q: %v", line.Number, line.Payload, err)
			}
			if line.Metadata != nil && rawjson.Check(line.Metadata) != nil {
				t.Fatalf("line %d: metadata %q", line.Number, line.Metadata)
			}
			met[line.Offset] = true
		}
		if err := r.Err(); err != nil {
			t.Fatal(err)
		}
		for _, d := range r.Found {
			met[d.Place.Offset] = true
		}
		offset := file.Skip
		for number, raw := range bytes.SplitAfter(content[file.Skip:], []byte("\n")) {
			if firstByte(raw) >= 0 && !met[offset] {
				t.Fatalf("line %d at byte %d is neither read nor reported: %q", number+1, offset, raw)
			}
			offset += int64(len(raw))
		}
	})
}

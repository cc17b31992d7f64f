package compile

import (
	"cmp"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"promptctl/internal/codex"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"
)

// TestInputMessage makes the user's message of a capture from what the user gave.
func TestInputMessage(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/captures/0.145.0-openai/images/rollouts/*.jsonl")
	if err != nil || len(paths) != 1 {
		t.Fatalf("%d captures, %v", len(paths), err)
	}
	content, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	first := firstSteps(t, content)[0]
	want := first.Items[len(first.Items)-1].Without(history.FieldMetadata)
	const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
	data, err := base64.StdEncoding.DecodeString(png)
	if err != nil {
		t.Fatal(err)
	}
	m := &message{profile: first.Version}
	got := m.inputMessage([]Input{
		{Text: "See these"},
		{Image: &Media{URL: "data:image/png;base64," + png}},
		{Image: &Media{Path: "/home/dev/workspace/shot.png", Data: data}},
		{Image: &Media{Path: "/home/dev/workspace/missing.png", Err: syscall.ENOENT}},
		{Image: &Media{Path: "/home/dev/workspace/bad.png", Data: []byte("not an image")}},
		{Text: "in order"},
	}, history.Origin{})
	if string(got.Raw) != string(want.Raw) {
		t.Errorf("got\n%s\nwant\n%s", got.Raw, want.Raw)
	}
}

// TestInputMessageByRelease: labels, details and notes as the releases have them.
func TestInputMessageByRelease(t *testing.T) {
	image := Input{Image: &Media{Path: "/a.png", Data: []byte("\x89PNG\r\n\x1a\n")}}
	bad := Input{Image: &Media{Path: "/b.webp", Data: []byte("x")}}
	url := Input{Image: &Media{URL: "data:image/png;base64,AA=="}}
	for _, test := range []struct {
		version  string
		original bool
		want     string
	}{
		{"0.120.0", false, "<image name=[Image #1]> - </image> Codex cannot attach image at `/b.webp`: unsupported image `image/webp`. <image> - </image>"},
		{"0.138.0", false, `<image name=[Image #1] path="/a.png"> high </image> Codex cannot attach image at ` + "`/b.webp`: unsupported image `image/webp`." + ` <image> high </image>`},
		{"0.145.0", true, `<image name=[Image #1] path="/a.png"> high </image> <image name=[Image #2] path="/b.webp"> ` + codex.BadImage + ` </image> high`},
		{"0.171.0", true, `<image name=[Image #1] path="/a.png"> original </image> <image name=[Image #2] path="/b.webp"> ` + codex.BadImage + ` </image> original`},
	} {
		v, err := codex.ParseVersion(test.version)
		if err != nil {
			t.Fatal(err)
		}
		m := &message{profile: codex.ProfileOf(v), model: codex.Model{TakesOriginalImages: test.original}}
		var words []string
		for part := rawjson.Walk(m.inputMessage([]Input{image, bad, url}, history.Origin{}).Value(history.FieldContent)); part.NextElement(); {
			word := rawjson.String(rawjson.Field(part.Value, "text"))
			if rawjson.Field(part.Value, "image_url") != nil {
				word = cmp.Or(rawjson.String(rawjson.Field(part.Value, "detail")), "-")
			}
			words = append(words, word)
		}
		if got := strings.Join(words, " "); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.version, got, test.want)
		}
	}
}

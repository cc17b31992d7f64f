//go:build conformance

package conformance

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"promptctl/internal/agentsmd/agentsmdtest"
	"promptctl/internal/codex"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"
)

// TestAgentsMD lets the client make the AGENTS.md text of every case's tree (codex debug prompt-input), and compares it with
// the one made here.
func TestAgentsMD(t *testing.T) {
	release := install(t)
	version, err := codex.ParseVersion(release.Version)
	if err != nil {
		t.Fatal(err)
	}
	profile := codex.ProfileOf(version)
	if !profile.Has(codex.PrintsInput) {
		t.Skipf("SKIP: codex %s has no debug prompt-input", version)
	}
	cases, err := agentsmdtest.Read("../../testdata/agentsmd")
	if err != nil {
		t.Fatal(err)
	}
	equal := 0
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			work := t.TempDir()
			if err := c.Unpack(work); err != nil {
				t.Fatal(err)
			}
			client, err := clientText(t.Context(), release, c, work)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(client, ownText(t, profile, c, work)); diff != "" {
				t.Errorf("(- client, + here):\n%s", diff)
				return
			}
			equal++
		})
	}
	t.Logf("codex %s: %d of %d AGENTS.md texts equal", release.Version, equal, len(cases))
}

// clientText is the AGENTS.md fragment that the client prints, "" for none.
func clientText(ctx context.Context, release Release, c *agentsmdtest.Case, work string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	var args []string
	for _, setting := range c.Settings(work) {
		args = append(args, "-c", setting)
	}
	cmd := exec.CommandContext(ctx, release.Binary, append(args, "debug", "prompt-input", "hello")...)
	cmd.Dir = filepath.Join(work, c.CWD)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + work, "CODEX_HOME=" + filepath.Join(work, c.Home)}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", &RefusedError{"codex debug prompt-input", err.Error() + ": " + stderr.String()}
	}
	var input []struct {
		Role    string `json:"role"`
		Content []struct {
			Text string `json:"text"`
		} `json:"content"`
	}
	if err := json.Unmarshal(out, &input); err != nil {
		return "", err
	}
	for _, item := range input {
		for _, part := range item.Content {
			if item.Role == "user" && strings.HasPrefix(part.Text, "# AGENTS.md instructions") {
				return part.Text, nil
			}
		}
	}
	return "", nil
}

func ownText(t *testing.T, profile *codex.Profile, c *agentsmdtest.Case, work string) string {
	t.Helper()
	scope, err := c.Discover(work, "/etc/codex", profile)
	if err != nil {
		t.Fatal(err)
	}
	composed, ok := scope.Compose()
	if !ok {
		return ""
	}
	return composed.Fragment()
}

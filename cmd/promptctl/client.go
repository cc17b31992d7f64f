package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"promptctl/internal/codex"
	"promptctl/internal/compile"
	"promptctl/internal/history"
)

// client is the user's own Codex, run to render what is its own text. It is only run when the user names it.
type client struct {
	app  *app
	path string
	dir  string // the workspace
}

// clientTimeout bounds one run: the client may first wait for something that cannot be reached.
const clientTimeout = 60 * time.Second

// newClient finds the client that --client names.
func (a *app) newClient(name, dir string) (*client, error) {
	if name == "auto" {
		name = "codex"
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return nil, hinted{fmt.Errorf("client %s: %w", name, err), "--client PATH names the codex program"}
	}
	if path, err = filepath.Abs(path); err != nil { // it is run in the workspace
		return nil, err
	}
	return &client{a, path, dir}, nil
}

// run runs the client in the workspace and returns what it prints.
func (c *client) run(args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), clientTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.path, args...)
	cmd.Dir = c.dir
	for name, value := range c.app.env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	cmd.WaitDelay = time.Second // for what it may have started, with its output still open
	var out, told bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &told
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			err = fmt.Errorf("no answer in %v", clientTimeout)
		}
		return nil, fmt.Errorf("client: %s %s: %w: %s", c.path, strings.Join(args[:min(2, len(args))], " "), err, complaint(told.String()))
	}
	return out.Bytes(), nil
}

// complaint is the line of a client's stderr that says what is wrong.
func complaint(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for _, line := range lines {
		if rest, ok := strings.CutPrefix(line, "Error: "); ok {
			return rest
		}
	}
	return lines[len(lines)-1]
}

// version is the release of the client.
func (c *client) version() (codex.Version, error) {
	out, err := c.run("--version")
	if err != nil {
		return codex.Version{}, err
	}
	words := strings.Fields(string(out))
	if len(words) == 0 {
		return codex.Version{}, errors.New("client: --version prints nothing")
	}
	return codex.ParseVersion(words[len(words)-1])
}

// context is the initial context of a new thread under these settings.
func (c *client) context(overrides []string) ([]*history.ResponseItem, error) {
	out, err := c.run(append([]string{"debug", "prompt-input"}, configFlags(overrides)...)...)
	if err != nil {
		return nil, err
	}
	items, err := compile.ReadRendered(out)
	if err != nil {
		return nil, fmt.Errorf("client: debug prompt-input: %w", err)
	}
	return items, nil
}

// catalog is the client's models, with their texts.
func (c *client) catalog(overrides []string) (*codex.Catalog, error) {
	out, err := c.run(append([]string{"debug", "models"}, configFlags(overrides)...)...)
	if err != nil {
		return nil, err
	}
	catalog, err := codex.ParseCatalog(out)
	if err != nil {
		return nil, fmt.Errorf("client: debug models: %w", err)
	}
	return catalog, nil
}

func configFlags(overrides []string) (flags []string) {
	for _, o := range overrides {
		flags = append(flags, "-c", o)
	}
	return flags
}

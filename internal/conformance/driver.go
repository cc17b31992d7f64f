package conformance

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"promptctl/internal/codex"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Driver plays one scenario.
type Driver struct {
	ctx      context.Context
	release  Release
	scenario Scenario
	dir      string
	mock     *Mock
	client   *Client // nil after a Kill
	catalog  *codex.Catalog

	thread  string
	threads []string // in the order in which they were entered
	turns   []string // of the current thread, as far as the scenario began them
	notes   []string
}

// Run plays a scenario under dir and returns what was captured. An error says which step failed; the capture then holds
// what came before.
func Run(ctx context.Context, release Release, s Scenario, dir string) (*Capture, error) {
	mock, err := NewMock()
	if err != nil {
		return nil, err
	}
	defer mock.Close()
	d := &Driver{ctx: ctx, release: release, scenario: s, dir: dir, mock: mock}
	err = d.prepare()
	if err == nil {
		err = d.play()
	}
	return d.capture(), err
}

func (d *Driver) play() error {
	if err := d.launch(); err != nil {
		return err
	}
	defer d.stop()
	for i, step := range d.scenario.Steps {
		if err := step.run(d); err != nil {
			return fmt.Errorf("step %d (%T): %w", i+1, step, err)
		}
	}
	return nil
}

// prepare makes the workspace and the client's home.
func (d *Driver) prepare() error {
	for _, dir := range []string{d.workspace(), d.home()} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	if out, err := exec.CommandContext(d.ctx, "git", "init", "-q", d.workspace()).CombinedOutput(); err != nil {
		return fmt.Errorf("git init: %w: %s", err, out)
	}
	if err := writeFiles(d.workspace(), d.scenario.files()); err != nil {
		return err
	}
	if err := writeFiles(d.home(), d.scenario.Home); err != nil {
		return err
	}
	if err := d.patchCatalog(); err != nil {
		return err
	}
	return d.configure()
}

func (d *Driver) workspace() string { return filepath.Join(d.dir, "workspace") }

func (d *Driver) home() string { return filepath.Join(d.dir, "codex") }

// launch starts a client.
func (d *Driver) launch() error {
	stderr, err := os.OpenFile(filepath.Join(d.dir, "stderr.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer stderr.Close()
	d.client, err = StartClient(d.ctx, ClientOptions{
		Binary: d.release.Binary, Dir: d.workspace(), Env: d.environment(), Stderr: stderr, Answer: d.answer,
	})
	return err
}

func (d *Driver) stop() {
	if d.client != nil {
		d.client.Close()
		d.client = nil
	}
}

// answer is the user's side of a question from the client.
func (d *Driver) answer(method string, params jsontext.Value) any {
	switch {
	case strings.HasSuffix(method, "permissions/requestApproval"):
		var asked struct {
			Permissions jsontext.Value `json:"permissions"`
		}
		_ = json.Unmarshal(params, &asked) // without permissions, none are given
		return Params{"permissions": asked.Permissions, "scope": "turn"}
	case strings.HasSuffix(method, "requestApproval"):
		if d.scenario.Decision != nil {
			return Params{"decision": d.scenario.Decision}
		}
		return Params{"decision": "accept"}
	case method == "item/tool/call":
		return Params{"contentItems": []Params{{"type": "inputText", "text": "dynamic result"}}, "success": true}
	case method == "item/tool/requestUserInput":
		return Params{"answers": answers(params)}
	}
	return Params{}
}

// answers says yes to each question.
func answers(params jsontext.Value) Params {
	var asked struct {
		Questions []struct {
			ID string `json:"id"`
		} `json:"questions"`
	}
	_ = json.Unmarshal(params, &asked) // no questions, no answers
	all := Params{}
	for _, q := range asked.Questions {
		all[q.ID] = Params{"answers": []string{"yes"}}
	}
	return all
}

// call calls a method with the scenario's paths filled in.
func (d *Driver) call(method string, params Params) (jsontext.Value, error) {
	encoded, err := encode(params)
	if err != nil {
		return nil, err
	}
	return d.client.Call(d.ctx, method, jsontext.Value(d.expand(string(encoded))))
}

// enter calls a method that opens a thread, and goes on in it.
func (d *Driver) enter(method string, params Params) error {
	result, err := d.call(method, params)
	if err != nil {
		return err
	}
	var opened struct {
		Thread struct {
			ID string `json:"id"`
		} `json:"thread"`
	}
	if err := json.Unmarshal(result, &opened); err != nil {
		return err
	}
	d.thread = opened.Thread.ID
	d.threads = append(d.threads, d.thread)
	return nil
}

// onThread adds the current thread to parameters.
func (d *Driver) onThread(with Params) Params {
	params := Params{"threadId": d.thread}
	for name, value := range with {
		params[name] = value
	}
	return params
}

func (d *Driver) awaitTurn() error {
	return d.client.Await(d.ctx, "the end of the turn", func(n Notification) bool {
		return n.Method == "turn/completed" && n.notice().ThreadID == d.thread
	})
}

func (d *Driver) expand(text string) string {
	return strings.ReplaceAll(text, "{workspace}", filepath.ToSlash(d.workspace()))
}

func (d *Driver) expandReplies(replies []Reply) []Reply {
	var all []Reply
	for _, reply := range replies {
		var items []Item
		for _, item := range reply.Items {
			items = append(items, Item{d.expand(item.JSON), item.Tool, d.expand(item.Else)})
		}
		reply.Items = items
		all = append(all, reply)
	}
	return all
}

// note keeps a remark for the reader of the table, once.
func (d *Driver) note(text string) {
	if !slices.Contains(d.notes, text) {
		d.notes = append(d.notes, text)
	}
}

func rawValue(text string) jsontext.Value { return jsontext.Value(text) }

package conformance

import (
	"time"

	"github.com/go-json-experiment/json"
)

// Turn is a user's turn: what is typed, what the model replies, and what happens meanwhile.
type Turn struct {
	Text      string
	Input     []Params // instead of Text
	With      Params   // settings given with the turn
	Replies   []Reply
	Meanwhile []Step
}

func (t Turn) run(d *Driver) error {
	d.mock.Script(d.expandReplies(t.Replies))
	input := t.Input
	if input == nil {
		input = []Params{{"type": "text", "text": t.Text}}
	}
	params := d.onThread(t.With)
	params["input"] = input
	result, err := d.call("turn/start", params)
	if err != nil {
		return err
	}
	var started struct {
		Turn struct {
			ID string `json:"id"`
		} `json:"turn"`
	}
	if err := json.Unmarshal(result, &started); err != nil {
		return err
	}
	d.turns = append(d.turns, started.Turn.ID)
	for _, step := range t.Meanwhile {
		if err := step.run(d); err != nil {
			return err
		}
	}
	if d.client == nil {
		return nil
	}
	return d.awaitTurn()
}

// AwaitCommand waits until a tool runs.
type AwaitCommand struct{}

func (AwaitCommand) run(d *Driver) error {
	return d.client.Await(d.ctx, "a tool that runs", func(n Notification) bool {
		switch n.notice().Item.Type {
		case "commandExecution", "mcpToolCall", "dynamicToolCall":
			return n.Method == "item/started"
		}
		return false
	})
}

// AwaitRequest waits until the turn has sent N requests (0 counts as 1).
type AwaitRequest struct{ N int }

func (s AwaitRequest) run(d *Driver) error { return d.mock.Await(d.ctx, max(1, s.N)) }

// LetGo lets a held reply go.
type LetGo struct{}

func (LetGo) run(d *Driver) error {
	d.mock.Release()
	return nil
}

// Steer adds input to the running turn.
type Steer struct{ Text string }

func (s Steer) run(d *Driver) error {
	_, err := d.call("turn/steer", d.onThread(Params{
		"expectedTurnId": d.turns[len(d.turns)-1],
		"input":          []Params{{"type": "text", "text": s.Text}},
	}))
	return err
}

// Interrupt stops the running turn.
type Interrupt struct{}

func (Interrupt) run(d *Driver) error {
	_, err := d.call("turn/interrupt", d.onThread(Params{"turnId": d.turns[len(d.turns)-1]}))
	return err
}

// Kill ends the client at once, as a crash would. A Restart must follow.
type Kill struct{}

func (Kill) run(d *Driver) error {
	d.client.Kill()
	d.client = nil
	return nil
}

// Pause waits: for what the client writes or starts without telling.
type Pause struct{ For time.Duration }

func (s Pause) run(d *Driver) error {
	select {
	case <-time.After(s.For):
		return nil
	case <-d.ctx.Done():
		return d.ctx.Err()
	}
}

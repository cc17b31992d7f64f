package history

import (
	"promptctl/internal/codex"
	"promptctl/internal/diag"
	"promptctl/internal/rawjson"
	"promptctl/internal/rollout"
)

// process is what is known of the client process that wrote the lines being read. Several may have written one file, and
// nothing marks where the next begins.
type process struct {
	number    int
	restarted bool                   // the turn that begins runs in another process
	resumed   bool                   // it does, and the history was read back already
	cutBy     codex.TruncationPolicy // what the turn before cut its outputs by
	mixed     bool                   // since it began, outputs were cut by more than one policy
}

// anotherProcess reports whether the task that starts shows by what is in front of it that it runs in another process.
//
// NOTE(codex): 0.145.0 and 0.171.0 nothing marks a resume. What gives it away: the task before never ended; codex exec
// runs one turn in each process; see also startsProcess and turnContext.
func (r *Replay) anotherProcess() bool {
	exec := string(r.thread.Meta.Source) == `"exec"` && r.lineage.own
	return r.turn.open || exec || r.contextBetweenTasks()
}

// startsProcess reports whether an item's sidecar shows that a process begins with it.
//
// NOTE(codex): 0.160.1, 0.165.0 and 0.171.0 the first item that a process records says which MCP servers had a part in it;
// later, only the user's input does.
func startsProcess(it *ResponseItem, sidecar []byte) bool {
	return len(sidecar) > 0 && it.Context() && rawjson.Field(sidecar, mcpAttribution) != nil
}

const mcpAttribution = "mcp_attribution"

// turnContext takes the settings of the turn, and finds out whether they show that another process runs it.
func (r *Replay) turnContext(l *rollout.Line) error {
	c, err := parseTurnContext(l.Payload)
	if err != nil {
		r.Found.Add(diag.Warning, "undecodable-line", r.place(l), "turn_context: %v", err)
		return nil
	}
	if err := r.nextAttempt(); err != nil {
		return err
	}
	r.endResponse() // where a torn line has swallowed what ends it
	r.mark(mark{kind: markTurnContext, turnID: c.TurnID, origin: r.origin(l, -1, "")})
	if c.anotherProcess(r.turn.context, &r.turn, r.Profile) {
		r.process.restarted = true
	}
	r.turn.context = c
	r.worlds.refer(c, l.Payload)
	if r.turn.id == "" {
		r.turn.id = c.TurnID
	}
	applied := r.turn.applied
	r.turn.applied = false
	if r.process.restarted && !r.process.resumed {
		r.restart()
	}
	if (r.process.restarted || r.process.resumed) && !applied {
		r.settings = nil // a process that says nothing has what its configuration says
	}
	r.notePolicy()
	if r.process.restarted || r.process.resumed {
		r.rebuildContext()
	}
	r.process.restarted, r.process.resumed = false, false
	return nil
}

// restart is what another process sees: the history as it is read from the rollout, under its own model's policy.
func (r *Replay) restart() {
	r.process.number++
	r.process.mixed = false
	before := r.context.items
	r.context.Reload(r.policy(), r.load)
	r.departures.note(before, r.context.items, NotReadBack, r.last)
}

// notePolicy remembers whether history holds outputs that were cut by another policy than the turn's.
func (r *Replay) notePolicy() {
	policy := r.policy()
	if r.process.cutBy != (codex.TruncationPolicy{}) && r.process.cutBy != policy {
		r.process.mixed = true
	}
	r.process.cutBy = policy
}

// resumedHere notes that a process begins to write at this line: the stump in front of it is the last of the one before.
func (r *Replay) resumedHere() {
	r.restart()
	r.process.resumed, r.turn.open = true, false
}

package render

import (
	"promptctl/internal/history"
	"promptctl/internal/views"
)

// markSign is the sign of a difference: something is less, more or otherwise.
func markSign(r views.Reason) string {
	switch r {
	case views.ScreenOnly, views.Synthesised:
		return "+"
	case views.Stripped, views.Truncated, views.Differs:
		return "~"
	}
	return "-"
}

// markText says why a view differs.
func (v *Views) markText(m views.Mark) string {
	switch m.Reason {
	case views.Hidden:
		return "hidden: " + hiddenNote(m.Note)
	case views.Untold:
		return "hidden: nothing told the screen of it"
	case views.ScreenOnly:
		return "told to the screen only: no item stands for it"
	case views.Differs:
		if m.Note != "" {
			return "differs: shown as " + Plain(m.Note)
		}
		return "differs: the screen was told another text"
	case views.Stripped:
		return "stripped: " + strippedNote(m.Note)
	case views.Truncated:
		return "truncated when it was recorded"
	case views.Dropped:
		return "dropped: a result whose call is gone"
	case views.Synthesised:
		return "synthesised: " + synthesisedNote(history.Rule(m.Note))
	case views.Refused:
		if m.Note == string(history.NotHistory) {
			return "refused: such items never enter history"
		}
		return "refused: " + Plain(m.Note)
	case views.Undone:
		return "undone by the rollback at " + v.Text.line(*m.By)
	case views.Replaced:
		if m.Note == string(history.ContextRebuilt) {
			return "replaced: a resume put fresh context in its place"
		}
		return "replaced by the compaction at " + v.Text.line(*m.By)
	}
	return "lost: only the process that wrote it had it"
}

func hiddenNote(note string) string {
	switch history.Unseen(note) {
	case history.UnseenContext:
		return "an entry of it is context"
	case history.UnseenRole:
		return "only users and assistants are shown"
	case history.UnseenType:
		return "no item of the screen; tools tell it of themselves"
	case history.UnseenID:
		return "it has no id"
	case history.UnseenEmpty:
		return "all of it is a plan"
	}
	return note
}

func strippedNote(note string) string {
	if note == string(history.ImageStripped) || note == string(history.AudioStripped) || note == string(history.MediaPrepared) {
		return ruleNote(history.Rule(note))
	}
	return note
}

func synthesisedNote(rule history.Rule) string {
	switch rule {
	case history.MissingOutput:
		return "the call had no output"
	case history.LitePrefix:
		return "put in front by Responses Lite"
	case history.BaseMessage:
		return "base instructions, put in front"
	case history.CompactionPrompt:
		return "asks for the summary; its text is not in this rollout"
	case history.Trigger:
		return "asks for the compaction"
	}
	return string(rule)
}

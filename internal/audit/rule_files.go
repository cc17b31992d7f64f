package audit

import (
	"strings"

	"promptctl/internal/diag"
)

// Refused is the rule of files that are no thread for a client.
const Refused Code = "refused"

// fileRules judge what reading the files found. Apart from [Refused], their ids are the codes of its diagnostics.
var fileRules = []Rule{
	{Refused, diag.Error, "file that the client refuses",
		"The file has no session_meta line, is empty, or is not the JSON lines that a rollout is. The client lists no such thread and cannot resume it.",
		"Restore the file from a backup. Where only its first line is lost, the session_meta line of a sibling shows what has to stand there."},
	{"torn-line", diag.Error, "torn line",
		"A line ends in the middle of its JSON, mostly where a process was killed while it wrote. The client skips the line, and what it held is missing from every later request. Nothing behind it is lost, unless a release before 0.145 appended to it.",
		"Nothing has to be done: the thread can be resumed. Remove the stump if other tools stumble over it."},
	{"nul-bytes", diag.Error, "line with NUL bytes",
		"A file system that crashed left a run of NUL bytes where text should be. The client skips the line, together with a whole one that may stand behind the NULs.",
		"Delete the NUL bytes from a copy of the file; a whole line behind them is read again then."},
	{"not-json", diag.Error, "line that is not JSON",
		"A line does not hold a JSON value as the client's decoder takes one. The client skips it, and what it held is missing from every later request.",
		"Look at the byte that the message names. Lines that were edited by hand are the usual cause."},
	{"two-values", diag.Error, "line with more behind its value",
		"Behind the JSON value of a line stands something else, such as another line whose line end is missing. The client skips the whole line.",
		"Put a line end between the two in a copy of the file."},
	{"undecodable", diag.Error, "line without the members of a rollout line",
		"A line is JSON, but has no timestamp, type or payload. The client skips it.",
		"Nothing has to be done, unless the line held something that is missed."},
	{"invalid-utf8", diag.Error, "line with bytes that are no UTF-8",
		"A string holds bytes that are no UTF-8. The client stops reading there and refuses the whole thread.",
		"Replace the bytes in a copy of the file; the thread can be resumed then."},
	{"too-deep", diag.Error, "line that is nested too deep",
		"A line holds arrays or objects nested deeper than the client's decoder goes. The client skips it.",
		"Nothing has to be done, unless the line held something that is missed."},
	{"behind-a-stump", diag.Warning, "whole line behind a torn one",
		"A release before 0.145 went on writing behind a torn line without a line end. The process that wrote the line had it in its history; a client that reads the file again has not, so requests before and behind a resume differ.",
		"Put a line end in front of the whole line in a copy of the file."},
	{"undecodable-item", diag.Error, "item that the client cannot decode",
		"A response item of a known type lacks a member, or has one of another type. The client drops it when it reads the file again: the process that wrote it had it, a resumed one has not.",
		"Find out which program wrote the line. A tool that injects items has to write them as the client does."},
	{"undecodable-line", diag.Error, "line whose payload the client cannot decode",
		"The payload of a turn_context, compacted, world_state or other line is not what its type says. The client skips the line: settings, or a compaction, are as if they had never been.",
		"Find out which program wrote the line."},
	{"undecodable-event", diag.Warning, "event that the client cannot decode",
		"An event that changes history or settings is not what its type says, and the client skips it.",
		"Find out which program wrote the line."},
	{"unreadable-again", diag.Error, "line that could not be read again",
		"A line that was read once could not be read a second time: the file changed meanwhile.",
		"Run lint again when nothing writes to the file."},
	{"unknown-type", diag.Note, "line, item or event of an unknown type",
		"The file holds types that no known release writes. The client skips what it does not know, and nothing of it reaches the model. A newer release, or another program, wrote them.",
		"Nothing has to be done. A newer promptctl may know them."},
	{"newer-release", diag.Note, "thread of a release that is not known yet",
		"The thread was written by a release that is newer than any that promptctl knows. It is read by the rules of the newest known one.",
		"Use a newer promptctl, or take what it says of this thread with care."},
	{"ordinal-repeated", diag.Warning, "ordinal that was given before",
		"The lines of a paginated thread are numbered, and a number stands twice or goes back. Two processes wrote to the file at once, or lines were written again. Tools that page through the thread lose their place.",
		"Do not run two clients on one thread. The lines themselves are kept in the order of the file."},
	{"ordinal-gap", diag.Warning, "missing ordinals",
		"The lines of a paginated thread are numbered, and numbers are left out: lines are missing from the file.",
		"Look for the missing lines in a backup. The thread can be resumed without them."},
	{"ordinal-missing", diag.Warning, "line without an ordinal among numbered ones",
		"The lines of a paginated thread are numbered, and some have no number. A release that does not number lines wrote to the thread.",
		"Go on with the thread in the newer release only."},
	{"history-base", diag.Error, "history base that cannot be found",
		"The thread's history begins with a part of another file, which its history_base names, and that file is not there, is no rollout, or leads back to itself. The client cannot resume the thread, and what stands before this file is missing.",
		"Put the file that the message names beside this one, or under CODEX_HOME/sessions."},
	{"zstd-damaged", diag.Error, "damaged compressed data",
		"A compressed file cannot be decoded to its end. What was decoded before is read.",
		"Restore the file from a backup."},
	{"misleading-name", diag.Error, "name that does not say how the file is compressed",
		"The client decides by the name whether a file is compressed, and cannot read this one.",
		"Rename the file: .jsonl for plain text, .jsonl.zst for zstd."},
	{"byte-order-mark", diag.Error, "byte order mark",
		"A UTF-8 byte order mark stands in front of line 1. The client cannot read the session_meta behind it and refuses the thread.",
		"Remove the first three bytes of a copy of the file."},
}

// files takes what reading the thread found.
func (l *lint) files(found diag.List) {
	for _, d := range found {
		if _, ok := RuleOf(Code(d.Code)); ok {
			// The JSON package words its errors in one of two ways by chance.
			message := strings.Replace(d.Message, "json: unable to ", "json: cannot ", 1)
			l.find(Finding{Code: Code(d.Code), Message: message, Origin: l.originOf(d.Place), Place: d.Place})
		}
	}
}

// Package rollout turns the bytes of a Codex session file into [Line] values: number, offset, time, ordinal, kind and raw
// payload. It reads plain and zstd files of every era, names what is damaged, and loses nothing behind a damaged line. It
// also follows a thread over several files and finds the sessions under a CODEX_HOME.
//
// It does not know what a line means to the model, and it never writes.
//
// Stages: [Open] sniffs the bytes and picks the era; a [Reader] cuts lines and classifies them; a [Thread] strings the
// files of a lineage together.
package rollout

// Command bench measures promptctl on generated rollouts, beside tools that read the same files, and says which of its goals
// are met. Goals hold only side by side: every command runs in the same round, on a warm page cache, and medians are taken.
//
//	go run ./internal/bench                       measure everything
//	go run ./internal/bench generate mixed FILE   only write a rollout, to look at or to profile with
//	go run ./internal/bench loop FILE             read a rollout with encoding/json alone, the plain program to compare with
//
// Stages: [material] makes text and images out of a seed; a [thread] writes the lines of a session with them; a plan
// ([mixedPlan], [longPlan]) decides what happens in it and a [tally] counts that; a [suite] runs the commands over the files;
// the report prints times and goals.
//
// The generated lines are those of a Codex 0.145.0 thread, in their order and spelling. What they say is noise.
package main

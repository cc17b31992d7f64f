// Package drift watches the prompts of named cases: what a new session in a folder would be told, or what a recorded one was.
//
// A case is compiled to a [Prompt], a list of sections without anything that is bound to a machine, a user or a day. The lock
// file keeps what each section was when somebody last looked at it; comparing tells which sections differ and which file,
// line or setting made them. Assertions say what must hold of a prompt whatever the lock says.
//
// It reads the files of a workspace, and prints nothing.
package drift

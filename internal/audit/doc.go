// Package audit judges what the rooms before it found: whether the lines of a session agree with each other and with the
// rules of the release that wrote them. It returns findings and prints nothing.
package audit

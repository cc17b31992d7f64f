// Package compare turns two requests into what differs between them: members of the body, World State, items aligned with
// each other, and the first byte of the input that is not the same, where prompt caching ends.
//
// What it compares is what was sent: ids and metadata that stay at home never count, and two requests differ if and only if
// their bodies do. It knows nothing of screens.
package compare

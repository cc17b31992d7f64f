// Package rawjson reads JSON without rebuilding it.
//
// A value stays the bytes it was read from: members are spans of the input, so unknown fields, key order and number
// spelling survive. The scanner accepts what serde_json accepts when it reads a Value (RFC 8259, no lone surrogates,
// no invalid UTF-8, fewer than [MaxDepth] nested containers) since that decides which rollout lines a Codex client keeps.
//
// It is no general JSON library: typed decoding belongs to go-json-experiment, which callers use for small objects.
package rawjson

package compile

import (
	"promptctl/internal/codex"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// Permissions is the section of what commands may do. Its text is Codex's own; the snapshot holds its hash.
type Permissions struct {
	Fragment Fragment
	Prefixes jsontext.Value // command prefixes that were approved; nil where the release keeps them out of the snapshot
}

// ID is permissions.
func (Permissions) ID() string { return codex.SectionPermissions }

// Snapshot is the hash of the fragment.
//
// NOTE(codex): 0.147.0 an object, with the approved prefixes beside the hash of the text without them.
func (p Permissions) Snapshot() jsontext.Value {
	if p.Fragment.Unresolved {
		return nil
	}
	hash := jsontext.Value(`"` + sectionHash(p.Fragment.Role, p.Fragment.Text) + `"`)
	if p.Prefixes == nil {
		return hash
	}
	o := object{}
	o.add("instructions", hash)
	o.add("approved_command_prefixes", p.Prefixes)
	return o.bytes()
}

// Render tells the permissions whole when they are not those that were told.
func (p Permissions) Render(before Previous) []Fragment {
	if before.Knowledge == Known && !p.Fragment.Unresolved && rawjson.Equal(before.Value, p.Snapshot()) {
		return nil
	}
	return []Fragment{p.Fragment}
}

// hashIn is the hash of a fragment in a section's snapshot, "" where there is none.
func hashIn(value jsontext.Value) string {
	if rawjson.IsObject(value) {
		return rawjson.String(rawjson.Field(value, "instructions"))
	}
	return rawjson.String(value)
}

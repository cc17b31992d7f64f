package compile

import (
	"promptctl/internal/codex"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// Permissions is the section of what commands may do. Its text is Codex's own; the snapshot holds its hash.
type Permissions struct {
	Fragment Fragment
	Apart    bool // the snapshot keeps approved command prefixes apart from the rest
}

// ID is permissions.
func (Permissions) ID() string { return codex.SectionPermissions }

// Snapshot is the hash of the fragment, nil where the text is not at hand.
func (p Permissions) Snapshot() jsontext.Value {
	if p.Fragment.Unresolved {
		return nil
	}
	return permissionsSnapshot(p.Fragment, p.Apart)
}

// permissionsSnapshot is what a snapshot holds in place of a fragment.
//
// NOTE(codex): 0.147.0 an object, with the approved prefixes beside the hash of the text without them.
func permissionsSnapshot(f Fragment, apart bool) jsontext.Value {
	if !apart {
		return text(sectionHash(f.Role, f.Text))
	}
	plain, prefixes := withoutPrefixes(f.Text)
	o := object{}
	o.addText("instructions", sectionHash(f.Role, plain))
	o.add("approved_command_prefixes", prefixesJSON(prefixes))
	return o.bytes()
}

// Render tells the permissions whole when they are not those that were told, and only new prefixes where nothing else is new.
func (p Permissions) Render(before Previous) []Fragment {
	now := p.Snapshot()
	switch {
	case before.Knowledge != Known || now == nil:
		return []Fragment{p.Fragment}
	case rawjson.Equal(before.Value, now):
		return nil
	case !rawjson.IsObject(before.Value):
		if hashIn(before.Value) == sectionHash(p.Fragment.Role, p.Fragment.Text) {
			return nil // an older release recorded the same text
		}
	case hashIn(before.Value) == hashIn(now):
		_, prefixes := withoutPrefixes(p.Fragment.Text)
		added, ok := addedPrefixes(prefixes, readPrefixes(rawjson.Field(before.Value, "approved_command_prefixes")))
		if ok && len(added) > 0 {
			return []Fragment{savedPrefixes(added)}
		}
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

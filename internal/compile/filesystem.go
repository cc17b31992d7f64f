package compile

import (
	"strings"

	"promptctl/internal/codex"
)

// filesystem is what the environment context says of the file system: the workspace's folders, and what of them may be
// written. "" where the sandbox is not known, or the release says nothing.
//
// NOTE(codex): 0.145.0 and 0.171.0 the folders of the workspace first, then temporary ones, then what is never written in any
// of the folders.
func (s Settings) filesystem(p *codex.Profile) string {
	if s.Sandbox == nil || !p.Has(codex.DescribesFilesystem) {
		return ""
	}
	roots := []string{s.CWD}
	if s.Sandbox.Mode == WorkspaceWrite {
		roots = append(roots, s.Sandbox.Roots...)
	}
	var out strings.Builder
	out.WriteString("<filesystem><workspace_roots>")
	for _, root := range roots {
		out.WriteString("<root>" + escapeXML.Replace(root) + "</root>")
	}
	out.WriteString("</workspace_roots>")
	if s.Sandbox.Mode == FullAccess {
		return out.String() + `<permission_profile type="disabled"><file_system type="unrestricted" /></permission_profile></filesystem>`
	}
	out.WriteString(`<permission_profile type="managed"><file_system type="restricted">`)
	entry(&out, "read", "special", ":root")
	if s.Sandbox.Mode == WorkspaceWrite {
		s.writable(&out, roots, p)
	}
	return out.String() + "</file_system></permission_profile></filesystem>"
}

func (s Settings) writable(out *strings.Builder, roots []string, p *codex.Profile) {
	for _, root := range roots {
		entry(out, "write", "path", root)
	}
	if !s.Sandbox.WithoutTmp {
		entry(out, "write", "special", ":slash_tmp")
	}
	if !s.Sandbox.WithoutTmpDir {
		entry(out, "write", "special", ":tmpdir")
	}
	protected := []string{"/.git", "/.agents", "/.codex"}
	if p.Has(codex.ProtectsAWS) {
		protected = append(protected, "/.aws")
	}
	for _, name := range protected {
		for _, root := range roots {
			entry(out, "read", "path", root+name)
		}
	}
}

func entry(out *strings.Builder, access, kind, value string) {
	out.WriteString(`<entry access="` + access + `"><` + kind + ">" + escapeXML.Replace(value) + "</" + kind + "></entry>")
}

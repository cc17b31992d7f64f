package compile

import (
	"promptctl/internal/agentsmd"
	"promptctl/internal/codex"
	"promptctl/internal/history"
	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json/jsontext"
)

// sections are the World State of the request: what the context says, and of the rest what the state before says.
func (c *StepContext) sections(s *history.Step, base *history.World) []Section {
	if !base.Known() && c.Memory != nil && c.Memory.world != nil {
		base = c.Memory.world // what it does not tell any more still holds
	}
	var ids []string
	for _, section := range base.Sections() {
		ids = append(ids, section.ID)
	}
	ids = append(ids, codex.SectionAgentsMD, codex.SectionEnvironments, codex.SectionPermissions)
	if c.Settings.Collaboration != nil && s.Version.Has(codex.PermissionsInWorldState) {
		ids = append(ids, codex.SectionCollaboration)
	}
	if c.Memory == nil && c.Rendered == nil {
		ids = append(ids, codex.SectionHostSkills)
	}
	if s.Version.Has(codex.ModelInWorldState) {
		ids = append(ids, codex.SectionModel)
	}
	for _, f := range fragmentsOf(c.renderedContext()) {
		if f.Section != "" && (f.Section != codex.SectionModel || s.Version.Has(codex.ModelInWorldState)) {
			ids = append(ids, f.Section)
		}
	}
	var list []Section
	for _, id := range inOrder(ids, s.Version) {
		value, _, _ := base.Section(id)
		if section := c.section(id, value, s); section != nil {
			list = append(list, section)
		}
	}
	return list
}

// section makes one of them. value is what the state before says, nil for nothing.
func (c *StepContext) section(id string, value jsontext.Value, s *history.Step) Section {
	switch id {
	case codex.SectionAgentsMD:
		return c.agentsMD(value, s)
	case codex.SectionEnvironments:
		return c.environments(value, s)
	case codex.SectionPermissions:
		return c.permissions(value, s)
	case codex.SectionModel:
		return c.model(value, s)
	case codex.SectionTools:
		if c.Rendered != nil && !c.otherAgents() {
			f, _ := c.rendered(id)
			tools, _ := readDeferredTools(f.Text, nil)
			return tools
		}
	case codex.SectionHostSkills:
		if f, ok := c.rendered(id); ok {
			skills, _ := readHostSkills(f.Text)
			return skills
		}
	case codex.SectionApps, codex.SectionDeferred:
		if f, on := c.rendered(id); c.Rendered != nil {
			return Flag{Name: id, On: on, Fragment: f}
		}
	case codex.SectionCollaboration:
		return c.collaboration(value, s)
	case codex.SectionMultiAgent:
		return c.multiAgentMode(value)
	case codex.SectionPersonality:
		if name := c.Settings.Personality; value != nil && name != "" {
			return Personality{c.Settings.Model, name, c.prose(id, never)}
		}
		value = withModel(value, c.Settings.Model)
	}
	return c.kept(id, value)
}

// kept is a section that stays as it was, with the text that told it.
func (c *StepContext) kept(id string, value jsontext.Value) Section {
	o := Opaque{Name: id, Value: value}
	if value != nil && silent(value) {
		return o
	}
	if _, told := codex.SectionFragment(id); !told {
		return o
	}
	f := c.prose(id, func(f Fragment) bool {
		told, ok := Told(f, value, nil)
		return ok && rawjson.Equal(told, value) || !ok && Masked(f.Text)
	})
	switch {
	case !f.Unresolved:
		o.Fragment = &f
	case value == nil && c.Memory == nil && c.Rendered == nil:
		o.Fragment = &f // a new thread is told it, and nothing says how
	case value == nil:
		return nil // neither recorded nor rendered: there is none
	}
	return o // nothing ever told it
}

// collaboration is the mode that the settings state, with its instructions. One that did not change stays as it is recorded.
func (c *StepContext) collaboration(value jsontext.Value, s *history.Step) Section {
	now := c.Settings.collaboration()
	if before := settingsBefore(s).collaboration(); value != nil && (c.Settings.Collaboration == nil || now == before) {
		return c.kept(codex.SectionCollaboration, withModel(value, c.Settings.Model))
	}
	return Collaboration{now.mode, c.Settings.Model, now.instructions, s.Version.Has(codex.CollaborationByHash)}
}

// withModel is a value that names the model, for another one.
func withModel(value jsontext.Value, slug string) jsontext.Value {
	if !rawjson.IsObject(value) || rawjson.Field(value, "model") == nil {
		return value
	}
	patch := object{}
	patch.addText("model", slug)
	return rawjson.Merge(value, patch.bytes())
}

func previousModel(s *history.Step) string { return settingsBefore(s).Model }

// agentsMD is the rules as they were looked up, as the client renders them, or as they were.
func (c *StepContext) agentsMD(value jsontext.Value, s *history.Step) Section {
	if !c.Resumed && value != nil && !s.Version.Has(codex.FollowsRules) {
		_, told := agentsMDBefore(Previous{Known, value})
		return AgentsMD(told)
	}
	if c.AgentsMD != nil {
		return *c.AgentsMD
	}
	if c.Rendered != nil {
		f, _ := c.rendered(codex.SectionAgentsMD)
		told, _ := agentsmd.ParseFragment(f.Text)
		return AgentsMD(told)
	}
	_, told := agentsMDBefore(Previous{Known, value})
	return AgentsMD(told)
}

// environments is where the next commands run.
func (c *StepContext) environments(value jsontext.Value, s *history.Step) Section {
	old, known := readEnvironments(value)
	if value != nil && !known {
		return Opaque{Name: codex.SectionEnvironments, Value: value}
	}
	if f, ok := c.rendered(codex.SectionEnvironments); ok {
		now, _ := readEnvironmentContext(f.Text, Environments{})
		if len(now.List) == 1 && len(old.List) == 1 {
			now.List[0].ID = old.List[0].ID
		}
		now.Subagents = old.Subagents
		return now
	}
	return c.here(old, s)
}

// here is where the next commands run, without a client to say so.
func (c *StepContext) here(old Environments, s *history.Step) Environments {
	now := old
	now.List = append([]Environment(nil), old.List...)
	switch len(now.List) {
	case 0:
		now.List = []Environment{{ID: localEnvironment, CWD: c.Settings.CWD, Status: environmentAvailable, Shell: c.Shell}}
	case 1:
		now.List[0].CWD = c.Settings.CWD
	}
	before := settingsBefore(s)
	if old.Filesystem == "" || c.Settings.CWD != before.CWD || !c.Settings.Sandbox.same(before.Sandbox) {
		now.Filesystem = c.Settings.filesystem(s.Version)
	}
	if c.Date != "" {
		now.Date = c.Date
	}
	if c.Timezone != "" && now.Timezone == "" {
		now.Timezone = c.Timezone
	}
	return now
}

// permissions is what commands may do: as it was told under the same settings, or as the client tells it.
func (c *StepContext) permissions(value jsontext.Value, s *history.Step) Section {
	before := settingsBefore(s)
	hash := hashIn(value)
	unchanged := c.Settings.Sandbox.same(before.Sandbox) && rawjson.Equal(c.Settings.Approval, before.Approval)
	apart := s.Version.Has(codex.ModelInWorldState)
	f := c.prose(codex.SectionPermissions, func(f Fragment) bool {
		kind, _ := codex.FragmentKindOf(f.Role, f.Text)
		told := hash == "" || hash == sectionHash(f.Role, f.Text) || hash == hashIn(permissionsSnapshot(f, true))
		return unchanged && kind.Start == codex.PermissionsStart && (Masked(f.Text) || told)
	})
	if c.Rendered == nil && !f.Unresolved {
		f.Text = movedRoots(f.Text, before.CWD, c.Settings.CWD)
	}
	if c.Rendered == nil && unchanged && Masked(f.Text) && before.CWD == c.Settings.CWD {
		return Opaque{Name: codex.SectionPermissions, Value: value, Fragment: &f}
	}
	return Permissions{Fragment: f, Apart: apart}
}

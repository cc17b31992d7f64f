package codex

// Behaviour names one thing that a Codex release does and another does not.
type Behaviour int

// The behaviours, in the order of the way of the data: recording, reconstruction, normalization, encoding.
const (
	// HasEnvelope: lines carry time and type around their payload, and settings of their own.
	HasEnvelope Behaviour = iota
	// StatesBaseInstructions: the session_meta states the base instructions.
	StatesBaseInstructions
	// SegmentedReconstruction: resume scans turns from the end for the newest surviving compaction, instead of replaying
	// every line.
	SegmentedReconstruction
	// RollbackTrimsContext: a rollback also drops the context messages in front of the turn that it cuts.
	RollbackTrimsContext
	// RollbackStripsModelSwitch: a rollback to the first turn drops that turn's <model_switch> texts.
	RollbackStripsModelSwitch
	// RecordsSummary: the assistant message of a local compaction stands in the rollout before the compacted line.
	RecordsSummary
	// MarksTasks: task events mark where turns begin and end.
	MarksTasks
	// AnnouncesMessages: the UI event of a sampled assistant message stands right in front of its line.
	AnnouncesMessages
	// CompactionTrigger: a remote compaction is an ordinary request that ends with a trigger item; before, it had an endpoint
	// of its own.
	CompactionTrigger
	// PreparesMedia: reading history back prepares its images again.
	PreparesMedia
	// TurnContextPerAttempt: a turn_context line stands in front of every sampling attempt.
	TurnContextPerAttempt
	// StandaloneOutputs: a function_call_output without call_id but with a name belongs to no call and is kept.
	StandaloneOutputs
	// TrimsManagedContext: newer context fragments (managed instructions, roles, attribution) are trimmed at rollback.
	TrimsManagedContext
	// SyntheticIDs: an output made up for a call without one has an id derived from the call's.
	SyntheticIDs
	// SendsItemIDs: well-formed item ids stay on the wire.
	SendsItemIDs
	// PaginatedSendsItemIDs: they do so in paginated threads only.
	PaginatedSendsItemIDs
	// AzureStores: a request to Azure has store true and keeps its ids.
	AzureStores
	// KeepsImageCallID: an image_generation_call keeps its id on the wire even where ids are not sent.
	KeepsImageCallID
	// SendsMetadata: an OpenAI provider is sent internal_chat_message_metadata_passthrough.
	SendsMetadata
	// SendsContentItemKinds: content_item_kinds stays in that metadata.
	SendsContentItemKinds
	// RemovesContentItemMetadata: content_item_metadata is left out of ordinary requests.
	RemovesContentItemMetadata
	// LitePrefixRecorded: the additional_tools item and base message of Responses Lite are ordinary recorded history.
	LitePrefixRecorded
	// LitePrefixIDs: they have ids derived from their content when they are not recorded.
	LitePrefixIDs
	// FunctionsNamespace: the tools of Responses Lite are wrapped in a namespace called functions.
	FunctionsNamespace
	// InstructionsAsMessage: base instructions are the first developer message, not the field instructions.
	InstructionsAsMessage
	// StripsPlanGuidance: the request's copy of a model's own base instructions loses its update_plan guidance.
	StripsPlanGuidance
	// StreamFirst: the body's stream field stands right after model.
	StreamFirst
	// AnnouncesSettings: changed thread settings are announced by an event, and stated nowhere else.
	AnnouncesSettings
	// StatesTaskErrors: a task_complete event says why the task failed.
	StatesTaskErrors
	// ShellOutputAsText: shell and patch outputs recorded as JSON are sent as text.
	ShellOutputAsText
	// ReasoningOptional: a model that states no reasoning support is sent no reasoning settings.
	ReasoningOptional
	// RebuildsContext: a resume puts fresh initial context in front of a history that a compaction left without any.
	RebuildsContext
	// TruncatesTwice: reading history back cuts tool outputs again that were just cut, where the marker made them too long.
	TruncatesTwice
	// RetriesUnchanged: an attempt whose stream breaks off is made again with the request as it was. Later it holds what came.
	RetriesUnchanged
	// StatesOutputSchema: the turn_context states the output schema when there is one.
	StatesOutputSchema
	// AlwaysParallel: parallel_tool_calls is true in every turn, whatever the catalog says.
	AlwaysParallel
	// TakesAllFolders: AGENTS.md files of all folders from the root down are read; before, the nearest one only.
	TakesAllFolders
	// TakesFallbacks: other names for AGENTS.md can be set.
	TakesFallbacks
	// TakesOverrides: AGENTS.override.md comes before AGENTS.md.
	TakesOverrides
	// WrapsByName: the AGENTS.md text names itself and the working folder; before, it stood in <user_instructions>.
	WrapsByName
	// TakesRootMarkers: other names than .git can make a folder the project's root.
	TakesRootMarkers
	// LayersSettings: the system and a project have settings of their own.
	LayersSettings
	// TrustsSettings: those of a project count only where it is trusted.
	TrustsSettings
	// TrustsRepositories: what is trusted as a git repository has a HEAD; before, a .git was enough.
	TrustsRepositories
	// StopsAtBadMarker: no AGENTS.md is read where a project root's marker cannot be looked at; otherwise it does not count.
	StopsAtBadMarker
	// KeepsLinkedFolder: a working folder given by --cd keeps its name; before, the client took its real path.
	KeepsLinkedFolder
	// FollowsLinks: a symbolic link named AGENTS.md counts as what it leads to; before, as a file.
	FollowsLinks
	// IgnoresUntrusted: the AGENTS.md files of an untrusted project are not read.
	IgnoresUntrusted
	// SharesBudget: the environments of a thread share the budget for AGENTS.md files; before, each had its own.
	SharesBudget
	// NamesContributor: the AGENTS.md text names the working folder only when a file of the project is in it.
	NamesContributor
	// PrintsInput: codex debug prompt-input prints the input of a first request.
	PrintsInput
	// AppendsNestedNote: the feature child_agents_md appends a note on nested files to the AGENTS.md text.
	AppendsNestedNote
	// AppendsREPL: the feature js_repl appends its instructions to the AGENTS.md text.
	AppendsREPL
	// AppendsSkills: the AGENTS.md text ends with the list of skills.
	AppendsSkills
	// PlainFallbackNames: a fallback name for AGENTS.md is a name, and no path.
	PlainFallbackNames
	// ReadsAnyGlobal: the AGENTS.md of CODEX_HOME is read with what is no UTF-8 replaced; before, such a file did not count.
	ReadsAnyGlobal
	// ProfileFiles: a profile of the settings is a file of its own; before, it was a table of config.toml.
	ProfileFiles
	// TellsWorldState: what changed of the context is told by World State sections, and their snapshot recorded.
	TellsWorldState
	// PermissionsInWorldState: permissions and skills are sections of it; before, settings tell the permissions.
	PermissionsInWorldState
	// FollowsRules: another working folder brings other AGENTS.md rules; before, a process kept those that it began with.
	FollowsRules
	// ModelInWorldState: model, personality and multi-agent mode are sections too; before, settings tell them.
	ModelInWorldState
	// KeepsFragmentsApart: some kinds of context share a message with no other.
	KeepsFragmentsApart
	// SkillsFirst: the host's skills are told in front of the permissions.
	SkillsFirst
	// DescribesFilesystem: the environment context says what of the file system may be read and written.
	DescribesFilesystem
	// ProtectsAWS: a workspace's .aws folder is among those that are never written.
	ProtectsAWS
	// ResumeKeepsSettings: a thread that is read back keeps what the user had allowed; before, it got what is configured.
	ResumeKeepsSettings
	// LabelsImageURLs: an image given by URL stands between labels, as one from a file does.
	LabelsImageURLs
	// LabelsImagePath: the label of an image from a file states its path.
	LabelsImagePath
	// StatesImageDetail: an image of the user's states how closely it is to be looked at.
	StatesImageDetail
	// SendsOriginalImages: models that take the original of an image are sent it.
	SendsOriginalImages
	// RefusesBadImages: a file that is no image becomes a note without labels; later, a text between them.
	RefusesBadImages
	// CollaborationByHash: the snapshot of the collaboration mode holds the hash of its instructions.
	CollaborationByHash

	behaviours
)

// Profile is the set of behaviours of one release.
type Profile struct {
	Version Version // the release asked for
	Known   Version // the nearest release that was checked against the real client
	Newer   bool    // than every release known: what changed since cannot be known
	has     [behaviours]bool
}

// Has reports whether the release behaves so.
func (p *Profile) Has(b Behaviour) bool { return p.has[b] }

// span is a range of releases, from inclusive to exclusive; a zero end is open.
type span struct{ from, to Version }

func since(n int) span      { return span{from: minor(n)} }
func until(n int) span      { return span{to: minor(n)} }
func between(a, b int) span { return span{minor(a), minor(b)} }

// table says which releases have which behaviour (from the first number inclusive to the second exclusive).
func table() [behaviours]span {
	return [behaviours]span{
		HasEnvelope:                since(32),
		StatesBaseInstructions:     since(88),
		SegmentedReconstruction:    since(107),
		RollbackTrimsContext:       since(117),
		RollbackStripsModelSwitch:  since(149),
		RecordsSummary:             since(136),
		MarksTasks:                 since(100),
		AnnouncesMessages:          since(66),
		CompactionTrigger:          since(139),
		PreparesMedia:              since(145),
		TurnContextPerAttempt:      until(107),
		StandaloneOutputs:          since(149),
		TrimsManagedContext:        since(149),
		SyntheticIDs:               since(146),
		SendsItemIDs:               since(146),
		PaginatedSendsItemIDs:      between(145, 146),
		AzureStores:                until(148),
		KeepsImageCallID:           until(142),
		SendsMetadata:              since(141),
		SendsContentItemKinds:      since(151),
		RemovesContentItemMetadata: since(164),
		LitePrefixRecorded:         since(164),
		LitePrefixIDs:              since(151),
		FunctionsNamespace:         since(147),
		InstructionsAsMessage:      since(162),
		StripsPlanGuidance:         since(152),
		StreamFirst:                since(161),
		AnnouncesSettings:          since(144),
		StatesTaskErrors:           since(130),
		ShellOutputAsText:          between(40, 132),
		ReasoningOptional:          between(107, 140),
		RebuildsContext:            until(107),
		TruncatesTwice:             until(115),
		RetriesUnchanged:           until(121),
		StatesOutputSchema:         between(78, 133),
		AlwaysParallel:             since(148),
		TellsWorldState:            since(143),
		TakesAllFolders:            since(24),
		TakesFallbacks:             since(44),
		TakesOverrides:             since(47),
		WrapsByName:                since(55),
		TakesRootMarkers:           since(105),
		LayersSettings:             since(78),
		TrustsSettings:             since(88),
		TrustsRepositories:         since(149),
		StopsAtBadMarker:           between(24, 149),
		KeepsLinkedFolder:          since(138),
		FollowsLinks:               since(120),
		IgnoresUntrusted:           since(150),
		SharesBudget:               since(148),
		NamesContributor:           since(140),
		PrintsInput:                since(120),
		AppendsNestedNote:          between(87, 142),
		AppendsREPL:                between(100, 125),
		AppendsSkills:              between(76, 115),
		PlainFallbackNames:         since(156),
		ReadsAnyGlobal:             since(133),
		ProfileFiles:               since(134),
		PermissionsInWorldState:    since(145),
		FollowsRules:               since(145),
		ModelInWorldState:          since(147),
		KeepsFragmentsApart:        since(147),
		SkillsFirst:                since(147),
		DescribesFilesystem:        since(136),
		ProtectsAWS:                since(159),
		ResumeKeepsSettings:        since(148),
		LabelsImageURLs:            until(142),
		LabelsImagePath:            since(138),
		StatesImageDetail:          since(124),
		SendsOriginalImages:        since(166),
		RefusesBadImages:           until(142),
		CollaborationByHash:        since(149),
	}
}

// CheckedReleases lists the releases whose behaviour was checked against the real client, oldest first.
func CheckedReleases() []Version {
	return []Version{
		minor(104), minor(124), minor(138), minor(145), minor(148), {0, 152, 1}, {0, 160, 1}, minor(165), minor(171),
	}
}

// ProfileOf returns the profile of a release, by the ranges of the table. An unstated version is taken for the newest known
// release.
func ProfileOf(v Version) *Profile { return profileIn(CheckedReleases(), table(), v) }

func profileIn(known []Version, behaviours [behaviours]span, v Version) *Profile {
	nearest := known[0]
	for _, r := range known {
		if r.Compare(v) <= 0 {
			nearest = r
		}
	}
	if v.IsZero() {
		v = known[len(known)-1]
		nearest = v
	}
	p := &Profile{Version: v, Known: nearest, Newer: v.Compare(known[len(known)-1]) > 0}
	for b, s := range behaviours {
		p.has[b] = v.Compare(s.from) >= 0 && (s.to.IsZero() || v.Compare(s.to) < 0)
	}
	return p
}

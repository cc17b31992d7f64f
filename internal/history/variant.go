package history

// ItemType is the variant of a ResponseItem.
type ItemType uint8

const (
	Other ItemType = iota // a type this program does not know
	Message
	AgentMessage
	Reasoning
	LocalShellCall
	FunctionCall
	ToolSearchCall
	FunctionCallOutput
	CustomToolCall
	CustomToolCallOutput
	ToolSearchOutput
	WebSearchCall
	ImageGenerationCall
	Compaction
	ContextCompaction
	AdditionalTools
	ConfigurationUpdate
	CompactionTrigger
	GhostSnapshot

	itemTypes
)

// Field is a member that some variant has.
type Field uint8

const (
	FieldType Field = iota
	FieldEncryptedContent
	FieldStatus
	FieldID
	FieldRole
	FieldAuthor
	FieldRecipient
	FieldSummary
	FieldContent
	FieldName
	FieldNamespace
	FieldArguments
	FieldEncryptedArgs
	FieldCallID
	FieldInput
	FieldAction
	FieldExecution
	FieldOutput
	FieldTools
	FieldPhase
	FieldRevisedPrompt
	FieldResult
	FieldReasoning
	FieldMetadata

	fields
)

var fieldNames = [fields]string{
	"type", "encrypted_content", "status", "id", "role", "author", "recipient", "summary", "content", "name", "namespace",
	"arguments", "encrypted_function_args", "call_id", "input", "action", "execution", "output", "tools", "phase",
	"revised_prompt", "result", "reasoning", "internal_chat_message_metadata_passthrough",
}

func (f Field) String() string { return fieldNames[f] }

// presence says how Codex writes a member that has no value.
type presence uint8

const (
	required presence = iota
	optional          // left out
	nullable          // written as null
	either            // left out or written as null, and the difference counts: see Reasoning
)

// shape is what a member's value must be for the item to decode.
type shape uint8

const (
	anything shape = iota
	aString
	anArray
	anObject
	stringOrArray
)

type slot struct {
	field    Field
	presence presence
	shape    shape
}

type variant struct {
	name  string
	slots []slot // in wire order, after type
}

var (
	id        = slot{FieldID, optional, aString}
	encrypted = slot{FieldEncryptedContent, optional, aString}
	status    = slot{FieldStatus, optional, aString}
	metadata  = slot{FieldMetadata, optional, anObject}
)

// variants are the shapes of the items, each with its members in the order in which every known release writes them.
//
// NOTE(codex): 0.171.0 newer members (encrypted_content, status) stand first, so one table serves all releases.
var variants = [itemTypes]variant{
	Message: {"message", []slot{encrypted, status, id, {FieldRole, required, aString}, {FieldContent, required, anArray},
		{FieldPhase, optional, aString}, metadata}},
	AgentMessage: {"agent_message", []slot{id, {FieldAuthor, required, aString}, {FieldRecipient, required, aString},
		{FieldContent, required, anArray}, metadata}},
	// NOTE(codex): 0.145.0 content is written as null when there is none, but left out when it holds no reasoning_text.
	Reasoning: {"reasoning", []slot{id, {FieldSummary, required, anArray}, {FieldContent, either, anArray},
		{FieldEncryptedContent, nullable, aString}, metadata}},
	LocalShellCall: {"local_shell_call", []slot{encrypted, id, {FieldCallID, nullable, aString},
		{FieldStatus, required, aString}, {FieldAction, required, anObject}, metadata}},
	FunctionCall: {"function_call", []slot{encrypted, status, id, {FieldName, required, aString},
		{FieldNamespace, optional, aString}, {FieldArguments, required, aString}, {FieldEncryptedArgs, optional, anything},
		{FieldCallID, required, aString}, metadata}},
	ToolSearchCall: {"tool_search_call", []slot{encrypted, id, {FieldCallID, nullable, aString}, status,
		{FieldExecution, required, aString}, {FieldArguments, required, anything}, metadata}},
	FunctionCallOutput: {"function_call_output", []slot{id, {FieldCallID, optional, aString}, {FieldName, optional, aString},
		{FieldNamespace, optional, aString}, {FieldOutput, required, stringOrArray}, metadata}},
	CustomToolCall: {"custom_tool_call", []slot{encrypted, id, status, {FieldCallID, required, aString},
		{FieldName, required, aString}, {FieldNamespace, optional, aString}, {FieldInput, required, aString}, metadata}},
	CustomToolCallOutput: {"custom_tool_call_output", []slot{id, {FieldCallID, required, aString}, {FieldName, optional, aString},
		{FieldOutput, required, stringOrArray}, metadata}},
	ToolSearchOutput: {"tool_search_output", []slot{id, {FieldCallID, nullable, aString}, {FieldStatus, required, aString},
		{FieldExecution, required, aString}, {FieldTools, required, anArray}, metadata}},
	WebSearchCall: {"web_search_call", []slot{encrypted, id, status, {FieldAction, optional, anObject}, metadata}},
	ImageGenerationCall: {"image_generation_call", []slot{encrypted, id, {FieldStatus, required, aString},
		{FieldRevisedPrompt, optional, aString}, {FieldResult, required, aString}, metadata}},
	Compaction:          {"compaction", []slot{id, {FieldEncryptedContent, required, aString}, metadata}},
	ContextCompaction:   {"context_compaction", []slot{id, encrypted, metadata}},
	AdditionalTools:     {"additional_tools", []slot{id, {FieldRole, required, aString}, {FieldTools, required, anArray}}},
	ConfigurationUpdate: {"configuration_update", []slot{id, {FieldReasoning, required, anObject}, metadata}},
	CompactionTrigger:   {"compaction_trigger", nil},
	GhostSnapshot:       {"ghost_snapshot", nil},
}

// String is the wire name.
func (t ItemType) String() string {
	if t == Other {
		return "other"
	}
	return variants[t].name
}

// typeOf finds a variant by its wire name. compaction_summary is an older name of compaction.
func typeOf(name []byte) ItemType {
	for t := Message; t < itemTypes; t++ {
		if string(name) == variants[t].name {
			return t
		}
	}
	if string(name) == "compaction_summary" {
		return Compaction
	}
	return Other
}

// Sampled reports whether items of this type come out of a response. An assistant message does too; see
// [ResponseItem.ModelMade].
func (t ItemType) Sampled() bool {
	switch t {
	case Reasoning, FunctionCall, CustomToolCall, LocalShellCall, ToolSearchCall, WebSearchCall, ImageGenerationCall,
		Compaction, ContextCompaction:
		return true
	}
	return false
}

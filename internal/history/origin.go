package history

// Rule names what made or changed a part of a request. The text is stable: it stands in the ledger's JSON.
type Rule string

const (
	Recorded           Rule = "recorded"             // a response_item line, as it stands
	Replaced           Rule = "compaction"           // an item of a compacted line's replacement history
	Rebuilt            Rule = "compaction_rebuilt"   // made from user messages by a compaction that kept no replacement history
	Summary            Rule = "compaction_summary"   // the summary of such a compaction
	MissingOutput      Rule = "missing_output"       // normalization: a call had no output
	OrphanOutput       Rule = "orphan_output"        // normalization: an output had no call
	ImageStripped      Rule = "image_stripped"       // normalization: the model takes no images
	AudioStripped      Rule = "audio_stripped"       // normalization: the model takes no audio
	OutputTruncated    Rule = "output_truncated"     // recording: a tool output above the model's policy
	NotHistory         Rule = "not_history"          // recording: system messages and request-only items stay out
	MediaPrepared      Rule = "media_prepared"       // resume: an image the client no longer sends became a text
	RolledBack         Rule = "rolled_back"          // a rollback cut it
	NotReadBack        Rule = "not_read_back"        // only the process that recorded it had it
	ContextRebuilt     Rule = "context_rebuilt"      // resume: fresh initial context took its place
	Mail               Rule = "mail"                 // reading: a message from another agent as an item
	Rewritten          Rule = "rewritten"            // reading: what the client does not know of an item is lost
	ShellOutputText    Rule = "shell_output_text"    // normalization: a shell output recorded as JSON is sent as text
	LitePrefix         Rule = "lite_prefix"          // encoding: what Responses Lite puts in front of the history
	BaseMessage        Rule = "base_message"         // encoding: base instructions as the first message
	ImageDetailRemoved Rule = "image_detail_removed" // encoding: Responses Lite sends no image detail
	IDRemoved          Rule = "id_removed"           // encoding: the id is not sent
	MetadataRemoved    Rule = "metadata_removed"     // encoding: what only Codex's own service is sent
	MetadataChanged    Rule = "metadata_changed"     // encoding: the metadata as the release sends it
	ContentNull        Rule = "content_null"         // encoding: reasoning of an earlier process without content
	CompactionPrompt   Rule = "compaction_prompt"    // the request for a summary
	Trigger            Rule = "compaction_trigger"   // the request for a remote compaction
	Predicted          Rule = "predicted"            // context and input of a request that was not sent yet
)

// Origin is where an item comes from.
type Origin struct {
	Segment int    // file of the thread's lineage
	Line    int    // from 1; 0 when read from the end of the file
	Offset  int64  // byte offset of the line
	Length  int    // bytes of the line
	Index   int    // position in the replacement history, -1 for a line of its own
	Time    string // as the line states it
	Rule    Rule   // what put it into history
}

// Identity tells an item from every other of its thread, whatever became of it since it was recorded.
type Identity struct {
	Segment int
	Offset  int64
	Index   int
	Rule    Rule
	Type    ItemType
}

// Identity is which item it is. A changed copy of it has the same one.
func (it *ResponseItem) Identity() Identity { return identity(it.Origin, it.Type) }

func identity(o Origin, t ItemType) Identity {
	return Identity{o.Segment, o.Offset, o.Index, o.Rule, t}
}

// Change is one entry of the ledger: a rule that applied to an item of the request.
type Change struct {
	Rule Rule   `json:"rule"`
	Item int    `json:"item"` // index in the request's input, -1 when the item is not in it
	Line int    `json:"line,omitzero"`
	Note string `json:"note,omitzero"`
}

// Ledger lists what recording and normalization changed, in the order of the items.
type Ledger []Change

package rollout

// Kind is the type of a rollout line.
type Kind uint8

const (
	Unknown Kind = iota
	SessionMeta
	ResponseItem
	Compacted
	TurnContext
	WorldState
	EventMsg
	InterAgentCommunication
	InterAgentCommunicationMetadata
	TokenUsageRecord
	SecurityRiskScore
	RetainedContext
	RealtimeItem
)

var kindNames = [...]string{
	"unknown", "session_meta", "response_item", "compacted", "turn_context", "world_state", "event_msg",
	"inter_agent_communication", "inter_agent_communication_metadata", "token_usage_record", "security_risk_score",
	"retained_context", "realtime_item",
}

func (k Kind) String() string { return kindNames[k] }

func kindOf(name []byte) Kind {
	for k, known := range kindNames[1:] {
		if string(name) == known {
			return Kind(k + 1)
		}
	}
	return Unknown
}

// Line is one decoded rollout line. Raw, Payload and Metadata are valid until the reader's next call.
type Line struct {
	Number   int    // from 1 in its file; 0 when read from the end
	Offset   int64  // bytes before the line in the decoded file
	Length   int    // bytes without the line end
	Segment  int    // index of the file in the thread's lineage
	Time     string // RFC 3339 as written, "" before the envelope
	Kind     Kind
	Type     string // the written type where Kind is Unknown
	Event    string // the inner type of an event_msg
	Ordinal  int64  // -1 when absent
	Loose    bool   // not spelled as Codex spells JSON
	Salvaged bool   // stands behind the stump of another line, where a client does not look
	Payload  []byte // raw JSON value
	Metadata []byte // sidecar of a response_item, nil when absent
}

package conformance

// Reply is what the mock answers to one request.
type Reply struct {
	Items  []Item
	For    string            // for the request whose last two items hold this text, or a compaction; "" for the next one
	Tokens int               // input tokens to report; 0 for a small number
	Header map[string]string // of the HTTP response

	Deltas bool   // announce and spell out each item before it is done, as the real API does
	Hold   bool   // wait for a LetGo step
	Cut    bool   // end the stream before response.completed
	Failed string // end it with response.failed and this error code
	Status int    // an HTTP error instead of a stream
	Body   string // its JSON body
}

// ForCompaction as a reply's For is the request for a summary, whenever the client asks for one.
const ForCompaction = "(compaction)"

// Answer is a reply with these items.
func Answer(items ...Item) Reply { return Reply{Items: items} }

// Refuse is an HTTP error.
func Refuse(status int, code, text string) Reply {
	body, err := encode(Params{"error": Params{"message": text, "type": "invalid_request_error", "code": code}})
	if err != nil {
		panic(err) // two texts always encode
	}
	return Reply{Status: status, Body: string(body)}
}

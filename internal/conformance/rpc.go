package conformance

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Params are the parameters of an app-server method. In every text "{workspace}" stands for the scenario's folder.
type Params map[string]any

// message is any line of the app-server protocol: a call, its answer, or a notification.
type message struct {
	ID     jsontext.Value `json:"id,omitzero"`
	Method string         `json:"method,omitzero"`
	Params jsontext.Value `json:"params,omitzero"`
	Result jsontext.Value `json:"result,omitzero"`
	Error  *rpcFailure    `json:"error,omitzero"`
}

type rpcFailure struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// RefusedError is the client's refusal of a call.
type RefusedError struct {
	Method  string
	Message string
}

func (e *RefusedError) Error() string { return fmt.Sprintf("%s refused: %s", e.Method, e.Message) }

// Notification is what the client tells without being asked.
type Notification struct {
	Method string
	Params jsontext.Value
}

// notice holds the fields of a notification that steps wait for.
type notice struct {
	ThreadID string `json:"threadId"`
	Item     struct {
		Type string `json:"type"`
	} `json:"item"`
}

func (n Notification) notice() notice {
	var v notice
	_ = json.Unmarshal(n.Params, &v) // a notification of another shape has none of the fields
	return v
}

// encode makes JSON that is the same each time.
func encode(v any) (jsontext.Value, error) {
	return json.Marshal(v, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
}

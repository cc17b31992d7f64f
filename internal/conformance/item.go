package conformance

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// serial stands in an item for a number that the mock has not used before.
const serial = "{{n}}"

// Item is an output item of the model as JSON text.
type Item struct {
	JSON string
	Tool string // send JSON to requests that offer this tool only…
	Else string // …and this to others
}

// Raw is an item as it stands.
func Raw(json string) Item { return Item{JSON: json} }

// Message is an assistant message that ends the turn.
func Message(text string) Item { return assistant(text, `,"phase":"final_answer"`) }

// Commentary is an assistant message on the way.
func Commentary(text string) Item { return assistant(text, `,"phase":"commentary"`) }

// Unphased is an assistant message without a phase.
func Unphased(text string) Item { return assistant(text, "") }

func assistant(text, phase string) Item {
	return Raw(`{"type":"message","id":"msg_` + serial + `","role":"assistant","content":[{"type":"output_text","text":` + quote(text) + `}]` + phase + `}`)
}

// Reasoning is an encrypted reasoning item with a summary.
func Reasoning(summary string) Item {
	return Raw(`{"type":"reasoning","id":"rs_` + serial + `","summary":[{"type":"summary_text","text":` + quote(summary) +
		`}],"content":null,"encrypted_content":"ENC` + serial + `"}`)
}

// Call is a function call.
func Call(name string, args Params) Item { return Raw(callJSON("", name, args)) }

// CallIn is a call of a function in a namespace.
func CallIn(namespace, name string, args Params) Item { return Raw(callJSON(namespace, name, args)) }

// Custom is a call of a freeform tool.
func Custom(name, input string) Item {
	return Raw(`{"type":"custom_tool_call","id":"ctc_` + serial + `","status":"completed","call_id":"call_` + serial +
		`","name":` + quote(name) + `,"input":` + quote(input) + `}`)
}

// Shell runs a command, with whichever shell tool the request offers.
func Shell(command string) Item { return ShellWith(command, nil) }

// ShellWith runs a command with more arguments.
func ShellWith(command string, more Params) Item {
	newer, older := Params{"cmd": command}, Params{"command": command}
	for name, value := range more {
		newer[name] = value
		if name != "yield_time_ms" && name != "max_output_tokens" {
			older[name] = value
		}
	}
	return Item{JSON: callJSON("", "exec_command", newer), Tool: "exec_command", Else: callJSON("", "shell_command", older)}
}

// Patch applies a patch.
func Patch(patch string) Item { return Custom("apply_patch", patch) }

func callJSON(namespace, name string, args Params) string {
	encoded, err := encode(args)
	if err != nil {
		panic(err) // arguments are literals of this package
	}
	if namespace != "" {
		namespace = `,"namespace":` + quote(namespace)
	}
	return `{"type":"function_call","id":"fc_` + serial + `","call_id":"call_` + serial + `","name":` + quote(name) + namespace +
		`,"arguments":` + quote(string(encoded)) + `}`
}

func quote(text string) string {
	quoted, err := jsontext.AppendQuote(nil, text)
	if err != nil {
		panic(err) // texts are literals of this package
	}
	return string(quoted)
}

// offered is the item's text for a request.
func (i Item) offered(body []byte) string {
	if i.Tool == "" || strings.Contains(string(body), `"name":"`+i.Tool+`"`) {
		return i.JSON
	}
	return i.Else
}

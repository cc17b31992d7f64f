package provenance

import (
	"regexp"
	"strings"
)

// Complaint is what an API's error says of a request.
type Complaint struct {
	Rule   BrokenRule
	Spot   Spot   // the place that it names; without a path for none
	Call   string // the call id that it names
	Cipher [2]string
	ItemID [2]string // the beginning and the end of an item's id; both are the id where it is whole
	Wants  string    // the prefix of ids that it asks for
}

// BrokenRule names a rule of the API. The text is stable: it stands in JSON.
type BrokenRule string

const (
	CallWithoutOutput BrokenRule = "call-without-output"
	OutputWithoutCall BrokenRule = "output-without-call"
	IDPrefix          BrokenRule = "id-prefix"
	BadImage          BrokenRule = "bad-image"
	ArrayTooLong      BrokenRule = "array-too-long"
	StringTooLong     BrokenRule = "string-too-long"
	ContextTooLong    BrokenRule = "context-too-long"
	BadCipher         BrokenRule = "encrypted-content"
	ReasoningPair     BrokenRule = "reasoning-pair"
	SameID            BrokenRule = "same-id-twice"
	UnknownItem       BrokenRule = "item-not-found"
	UnknownMember     BrokenRule = "unknown-member"
	MissingMember     BrokenRule = "missing-member"
	BadValue          BrokenRule = "bad-value" // a place is named, and none of the other rules fits
)

// phrases tell the rules by what errors say, in lower case; the first that fits counts.
var phrases = []struct {
	rule BrokenRule
	any  []string
}{
	{CallWithoutOutput, []string{"no tool output found", "no output found for", "missing tool output"}},
	{OutputWithoutCall, []string{"no tool call found"}},
	{IDPrefix, []string{"invalid_id_prefix", "expected an id that begins with"}},
	{BadCipher, []string{"invalid_encrypted_content", "encrypted content"}},
	{ContextTooLong, []string{"context_length_exceeded", "exceeds the context window", "maximum context length", "context window"}},
	{ReasoningPair, []string{"without its required"}},
	{SameID, []string{"duplicate item"}},
	{UnknownItem, []string{"not found. items are not persisted", "item with id"}},
	{BadImage, []string{".image_url", "invalid_image", "invalid image", "image data", "image_parse_error"}},
	{ArrayTooLong, []string{"array too long", "array_above_max_length"}},
	{StringTooLong, []string{"string too long", "string_above_max_length"}},
	{UnknownMember, []string{"unknown parameter", "unknown_parameter"}},
	{MissingMember, []string{"missing required parameter", "missing_required_parameter"}},
}

var (
	inputPath  = regexp.MustCompile(`input\[\d{1,9}\](?:\.\w+|\[\d{1,9}\])*`)
	callNamed  = regexp.MustCompile(`(?i)no (?:tool )?(?:output|call) found for (?:[a-z_ ]*?)(?:with call_id )?['"\x60]?([A-Za-z0-9_|:-]*[0-9_|:-][A-Za-z0-9_|:-]*)`)
	cipherEnds = regexp.MustCompile(`(?i)encrypted content (\S+?)\.\.\.+(\S+) could`)
	itemNamed  = regexp.MustCompile(`(?i)item (?:found )?(?:with id )?['"\x60]?([a-z]+_[A-Za-z0-9_-]+)(?:\.\.\.+([A-Za-z0-9_-]+))?`)
	idWanted   = regexp.MustCompile(`(?i)begins with ['"\x60]?(\w+)`)
)

// ReadComplaint reads an API's error, as a client prints it. ok is false where it says nothing of a request that is known here.
func ReadComplaint(text string) (c Complaint, ok bool) {
	low := strings.ToLower(text)
	for _, p := range phrases {
		for _, phrase := range p.any {
			if c.Rule == "" && strings.Contains(low, phrase) {
				c.Rule = p.rule
			}
		}
	}
	if path := inputPath.FindString(text); path != "" {
		c.Spot, _ = ParsePath(path)
		if c.Rule == "" {
			c.Rule = BadValue
		}
	}
	if c.Rule == CallWithoutOutput || c.Rule == OutputWithoutCall {
		if m := callNamed.FindStringSubmatch(text); m != nil {
			c.Call = strings.TrimRight(m[1], "-:")
		}
	}
	if m := cipherEnds.FindStringSubmatch(text); m != nil {
		c.Cipher = [2]string{m[1], m[2]}
	}
	if m := itemNamed.FindStringSubmatch(text); m != nil {
		c.ItemID = [2]string{m[1], m[2]}
		if m[2] == "" {
			c.ItemID[1] = m[1]
		}
	}
	if m := idWanted.FindStringSubmatch(text); m != nil {
		c.Wants = m[1]
	}
	return c, c.Rule != ""
}

package provenance_test

import (
	"testing"

	"promptctl/internal/provenance"
)

func TestReadComplaint(t *testing.T) {
	for _, c := range []struct {
		text string
		want provenance.Complaint
	}{
		{`unexpected status 400 Bad Request: {"error":{"message":"Invalid 'input[37].content[0].image_url'. Expected a base64-encoded data URL","param":"input[37].content[0].image_url","code":"invalid_value"}}`,
			provenance.Complaint{Rule: provenance.BadImage, Spot: provenance.Spot{Path: "input[37].content[0].image_url", Index: 37}}},
		{"No tool output found for function call call_x9.", provenance.Complaint{Rule: provenance.CallWithoutOutput, Call: "call_x9"}},
		{"No tool output found for custom tool call call_x9", provenance.Complaint{Rule: provenance.CallWithoutOutput, Call: "call_x9"}},
		{"No tool call found for function call output with call_id call_AbC-3.", provenance.Complaint{Rule: provenance.OutputWithoutCall, Call: "call_AbC-3"}},
		{`"message": "No tool call found for function call output with call_id 'fc_1|call_2'."`, provenance.Complaint{Rule: provenance.OutputWithoutCall, Call: "fc_1|call_2"}},
		{"[invalid_id_prefix] Invalid 'input[13].id': 'review_rollout_user'. Expected an ID that begins with 'msg'.",
			provenance.Complaint{Rule: provenance.IDPrefix, Spot: provenance.Spot{Path: "input[13].id", Index: 13, Part: -1}, Wants: "msg"}},
		{"Invalid 'input[5].content': array too long. Expected an array with maximum length 0, but got an array with length 1 instead.",
			provenance.Complaint{Rule: provenance.ArrayTooLong, Spot: provenance.Spot{Path: "input[5].content", Index: 5, Part: -1}}},
		{"Your input exceeds the context window of this model. Please adjust your input and try again.", provenance.Complaint{Rule: provenance.ContextTooLong}},
		{"The encrypted content gAAA...ng== could not be verified.", provenance.Complaint{Rule: provenance.BadCipher, Cipher: [2]string{"gAAA", "ng=="}}},
		{"The encrypted content for item cmp_34....b7bd could not be verified. Reason: it could not be decrypted.",
			provenance.Complaint{Rule: provenance.BadCipher, ItemID: [2]string{"cmp_34", "b7bd"}}},
		{"Item 'rs_68' of type 'reasoning' was provided without its required following item.",
			provenance.Complaint{Rule: provenance.ReasoningPair, ItemID: [2]string{"rs_68", "rs_68"}}},
		{"Duplicate item found with id msg_12. Remove duplicate items.", provenance.Complaint{Rule: provenance.SameID, ItemID: [2]string{"msg_12", "msg_12"}}},
		{"Unknown parameter: 'input[2].status'.", provenance.Complaint{Rule: provenance.UnknownMember, Spot: provenance.Spot{Path: "input[2].status", Index: 2, Part: -1}}},
		{"Invalid 'input[2].name'", provenance.Complaint{Rule: provenance.BadValue, Spot: provenance.Spot{Path: "input[2].name", Index: 2, Part: -1}}},
	} {
		got, ok := provenance.ReadComplaint(c.text)
		if !ok || got != c.want {
			t.Errorf("%s\ngot  %+v\nwant %+v", c.text, got, c.want)
		}
	}
	for _, text := range []string{"", "stream disconnected before completion", "input[", "usage limit reached"} {
		if got, ok := provenance.ReadComplaint(text); ok {
			t.Errorf("%q: got %+v, want nothing", text, got)
		}
	}
}

package history

import (
	"slices"
	"testing"
)

func TestTurnItemOf(t *testing.T) {
	for _, c := range []struct {
		raw    string
		plan   bool
		unseen Unseen
		kind   TurnItemKind
		texts  []string
		lost   []Stripped
	}{
		{raw: `{"type":"message","role":"user","content":[{"type":"input_text","text":"hi"},{"type":"output_text","text":"odd"}]}`,
			kind: UserMessage, texts: []string{"hi"}, lost: []Stripped{OtherEntries}},
		{raw: `{"type":"message","role":"user","content":[{"type":"input_text","text":"hi"},{"type":"input_text","text":" <SKILL>x</skill> "}]}`,
			unseen: UnseenContext},
		{raw: `{"type":"message","role":"user","content":[{"type":"input_text","text":"<image>"},{"type":"input_text","text":"</image>"}]}`,
			kind: UserMessage, texts: []string{"<image>", "</image>"}},
		{raw: `{"type":"message","role":"user","content":[{"type":"input_text","text":"<image>"},{"type":"input_image","image_url":"data:x"},{"type":"input_text","text":"</image>"}]}`,
			kind: UserMessage, lost: []Stripped{MediaLabels}},
		{raw: `{"type":"message","role":"user","content":[{"type":"input_text","text":"<hook_prompt hook_run_id=\"1\">a</hook_prompt>"},{"type":"input_text","text":"<skill>s</skill>"}]}`,
			kind: HookPrompt, texts: []string{"a"}, lost: []Stripped{HookTags}},
		{raw: `{"type":"message","role":"user","content":[{"type":"input_text","text":"<hook_prompt hook_run_id=\"1\">a</hook_prompt>"},{"type":"input_text","text":"b"}]}`,
			unseen: UnseenContext},
		{raw: `{"type":"message","role":"developer","content":[{"type":"input_text","text":"x"}]}`, unseen: UnseenRole},
		{raw: `{"type":"message","role":"assistant","content":[{"type":"output_text","text":"a<oai-mem-citation>x</oai-mem-citation>b"},{"type":"output_text","text":"c<oai-mem-citation>y"}]}`,
			kind: AgentText, texts: []string{"abc"}, lost: []Stripped{MemoryCitation}},
		{raw: `{"type":"message","role":"assistant","content":[{"type":"output_text","text":"so <proposed_plan>p</proposed_plan>"}]}`,
			kind: AgentText, texts: []string{"so <proposed_plan>p</proposed_plan>"}},
		{raw: `{"type":"message","role":"assistant","content":[{"type":"output_text","text":"so <proposed_plan>p</proposed_plan>"}]}`,
			plan: true, kind: AgentText, texts: []string{"so "}, lost: []Stripped{PlanBlock}},
		{raw: `{"type":"message","role":"assistant","content":[{"type":"output_text","text":"<proposed_plan>p</proposed_plan>"}]}`,
			plan: true, unseen: UnseenEmpty},
		{raw: `{"type":"reasoning","summary":[{"type":"summary_text","text":"a"},{"type":"summary_text","text":"b"}],"encrypted_content":"g"}`,
			kind: ShownReasoning, texts: []string{"a", "b"}, lost: []Stripped{Encrypted}},
		{raw: `{"type":"web_search_call","action":{"type":"search","query":"","queries":["a","b"]}}`, kind: ShownSearch, texts: []string{"a ..."}},
		{raw: `{"type":"web_search_call","action":{"type":"find_in_page","pattern":"p","url":"u"}}`, kind: ShownSearch, texts: []string{"'p' in u"}},
		{raw: `{"type":"web_search_call","action":{"type":"open_page","url":"u"}}`, kind: ShownSearch, texts: []string{"u"}},
		{raw: `{"type":"web_search_call"}`, kind: ShownSearch},
		{raw: `{"type":"image_generation_call","status":"completed","result":"x"}`, unseen: UnseenID},
		{raw: `{"type":"image_generation_call","id":"ig_1","status":"completed","result":"x"}`, kind: ShownImage},
		{raw: `{"type":"function_call","name":"x","arguments":"{}","call_id":"c"}`, unseen: UnseenType},
	} {
		it, err := NewItem([]byte(c.raw), false, Origin{})
		if err != nil {
			t.Fatalf("%s: %v", c.raw, err)
		}
		got, unseen := TurnItemOf(it, c.plan)
		if unseen != c.unseen {
			t.Errorf("%s: hidden by %q, want %q", c.raw, unseen, c.unseen)
		}
		if unseen == "" && (got.Kind != c.kind || !slices.Equal(got.Texts, c.texts) || !slices.Equal(got.Lost, c.lost)) {
			t.Errorf("%s: got %+v", c.raw, got)
		}
	}
}

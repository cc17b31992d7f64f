package history_test

import (
	"slices"
	"testing"

	"promptctl/internal/history"
)

// TestAttempts: a turn_context stands in front of every attempt to 0.106, a token_count with nothing new to 0.120, so that
// attempts that were made again can be told.
func TestAttempts(t *testing.T) {
	for _, test := range []struct {
		name    string
		version string
		turn    func(*script)
		want    []int // items in the history of each request
	}{
		{"answered at once", "0.104.0", func(s *script) {}, []int{3}},
		{"broken off behind an item", "0.104.0", func(s *script) {
			s.partial()
			s.context("m")
		}, []int{3, 3}},
		{"broken off twice, once behind nothing", "0.104.0", func(s *script) {
			s.partial()
			s.context("m")
			s.context("m")
		}, []int{3, 3, 3}},
		{"nothing came", "0.104.0", func(s *script) { s.context("m") }, []int{3, 3}},
		{"a tool's output is new input", "0.104.0", func(s *script) {
			s.call("a")
			s.context("m")
		}, []int{3, 5}},
		{"a call whose output came without a count", "0.104.0", func(s *script) {
			s.item(`{"type":"function_call","id":"fc_9","name":"exec_command","arguments":"{}","call_id":"call_9"}`)
			s.item(`{"type":"function_call_output","call_id":"call_9","output":"x"}`)
			s.context("m")
		}, []int{3, 5}},
		{"broken off, by a token_count", "0.110.0", func(s *script) {
			s.partial()
			s.event("token_count", `,"info":null`)
		}, []int{3, 3}},
		{"a server that counts nothing", "0.110.0", func(s *script) {
			s.item(`{"type":"function_call","id":"fc_9","name":"exec_command","arguments":"{}","call_id":"call_9"}`)
			s.event("token_count", `,"info":null`)
			s.item(`{"type":"function_call_output","call_id":"call_9","output":"x"}`)
		}, []int{3, 5}},
		{"rolled back before it was made again, as no client does", "0.104.0", func(s *script) {
			s.partial()
			s.context("m")
			s.event("thread_rolled_back", `,"num_turns":1`)
		}, []int{3, 2}},
		{"a later release sends what came, too", "0.121.0", func(s *script) {
			s.partial()
			s.event("token_count", `,"info":null`)
		}, []int{3, 4}},
		{"a later release states it once a turn", "0.145.0", func(s *script) { s.context("m") }, []int{3}},
	} {
		s := &script{}
		s.meta(test.version, "")
		s.begin("one")
		s.context("m") // these releases write it behind the input
		test.turn(s)
		s.say("done")
		thread, err := open([]byte(s.out.String()))
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		if err := history.NewReplay(thread, history.Options{}, func(step *history.Step) error {
			got = append(got, len(step.Items))
			return nil
		}).Run(); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: requests of %v items, want %v", test.name, got, test.want)
		}
	}
}

// partial is a message that is no whole answer.
func (s *script) partial() {
	s.event("agent_message", `,"message":"partial"`)
	s.item(message("assistant", "output_text", "partial"))
}

package conformance

import (
	"fmt"
	"strings"

	"promptctl/internal/rawjson"
)

// take keeps a request and picks its reply.
func (m *Mock) take(r Received, compact bool) (number int, reply Reply, gate <-chan struct{}) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r.Number = len(m.received)
	m.received = append(m.received, r)
	close(m.arrived)
	m.arrived = make(chan struct{})
	return r.Number, m.choose(r, compact), m.gate
}

func (m *Mock) answered(number int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.received[number].Answered = true
}

// choose picks the first scripted reply that fits; for a remote compaction without one, an opaque summary.
func (m *Mock) choose(r Received, compact bool) Reply {
	tail := lastItems(r.Body, 2)
	remote := compact || strings.Contains(tail, `"type":"compaction_trigger"`)
	for i, reply := range m.script {
		switch {
		case reply.For == ForCompaction && remote && reply.Status == 0:
			m.use(i)
			return m.opaqueSummary()
		case reply.For == ForCompaction && (remote || asksForSummary(r.Body)):
			return m.use(i)
		case reply.For != "" && strings.Contains(tail, reply.For) && !remote:
			return m.use(i)
		}
	}
	if remote {
		return m.opaqueSummary()
	}
	for i, reply := range m.script {
		if reply.For == "" {
			return m.use(i)
		}
	}
	return Answer(Message(fmt.Sprintf("auto %d", r.Number)))
}

// opaqueSummary is how the service itself compacts.
func (m *Mock) opaqueSummary() Reply {
	m.compactions++
	return Answer(Raw(fmt.Sprintf(`{"type":"compaction","id":"cmp_`+serial+`","encrypted_content":"COMPACTED%d"}`, m.compactions)))
}

// asksForSummary: the request says so in its metadata or, of older releases, offers no tools.
func asksForSummary(body []byte) bool {
	metadata := rawjson.String(rawjson.Field(rawjson.Field(body, "client_metadata"), "x-codex-turn-metadata"))
	return strings.Contains(metadata, `"request_kind":"compaction"`) || string(rawjson.Field(body, "tools")) == "[]"
}

func (m *Mock) use(i int) Reply {
	reply := m.script[i]
	m.script = append(m.script[:i:i], m.script[i+1:]...)
	return reply
}

func lastItems(body []byte, n int) string {
	var items [][]byte
	if input := rawjson.Field(body, "input"); input != nil {
		for e := rawjson.Walk(input); e.NextElement(); {
			items = append(items, e.Value)
		}
	}
	tail := ""
	for _, item := range items[max(0, len(items)-n):] {
		tail += string(item)
	}
	return tail
}

// render numbers the items for one request.
func (m *Mock) render(items []Item, body []byte) []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	texts := []string{}
	for _, item := range items {
		m.serial++
		texts = append(texts, strings.ReplaceAll(item.offered(body), serial, fmt.Sprintf("%04d", m.serial)))
	}
	return texts
}

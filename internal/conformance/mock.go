package conformance

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"promptctl/internal/rawjson"

	"github.com/go-json-experiment/json"
	"github.com/klauspost/compress/zstd"
)

// Received is one request for the model, as it arrived.
type Received struct {
	Number int // from 0
	Path   string
	Header http.Header
	Body   []byte // decompressed

	Answered bool // an output item was sent back, and the client was there to take it
}

// Mock is the Responses API on a loopback port. It answers from a script and keeps what it received.
type Mock struct {
	listener net.Listener
	server   *http.Server

	mu          sync.Mutex
	script      []Reply
	gate        chan struct{} // closed to release held replies
	received    []Received
	scriptedAt  int // number of requests received when the script was set
	arrived     chan struct{}
	serial      int
	compactions int
	refused     []string
}

// NewMock starts a mock.
func NewMock() (*Mock, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	m := &Mock{listener: listener, gate: make(chan struct{}), arrived: make(chan struct{})}
	m.server = &http.Server{Handler: m, ReadHeaderTimeout: patience}
	go func() { _ = m.server.Serve(listener) }() // ends with Close
	return m, nil
}

// URL is the base URL to configure.
func (m *Mock) URL() string { return "http://" + m.listener.Addr().String() + "/v1" }

// Close stops the mock and its connections.
func (m *Mock) Close() {
	m.Release()
	_ = m.server.Close()
}

// Script sets the replies to come; what is left of the last ones is dropped. Requests beyond the script get a short message.
func (m *Mock) Script(replies []Reply) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.script = append([]Reply(nil), replies...)
	m.gate = make(chan struct{})
	m.scriptedAt = len(m.received)
}

// Release lets held replies go.
func (m *Mock) Release() {
	m.mu.Lock()
	defer m.mu.Unlock()
	select {
	case <-m.gate:
	default:
		close(m.gate)
	}
}

// Await waits until n requests have arrived since the script was set.
func (m *Mock) Await(ctx context.Context, n int) error {
	limit := time.After(patience)
	for {
		m.mu.Lock()
		count, arrived := len(m.received)-m.scriptedAt, m.arrived
		m.mu.Unlock()
		if count >= n {
			return nil
		}
		select {
		case <-arrived:
		case <-limit:
			return fmt.Errorf("%d requests in %s, not %d", count, patience, n)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Received lists the requests for the model so far.
func (m *Mock) Received() []Received {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]Received(nil), m.received...)
}

// Refused lists what else was asked for, as "METHOD path".
func (m *Mock) Refused() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]string(nil), m.refused...)
}

// ServeHTTP answers a request for the model and refuses all else.
func (m *Mock) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	compact := r.URL.Path == "/v1/responses/compact"
	switch {
	case r.Method == http.MethodPost && (compact || r.URL.Path == "/v1/responses"):
		m.model(w, r, compact)
	case r.Header.Get("Upgrade") != "":
		refuse(w, http.StatusUpgradeRequired, "this mock speaks HTTP only")
	case r.Method == http.MethodGet && r.URL.Path == "/v1/models":
		refuse(w, http.StatusNotFound, "this mock lists no models")
	default:
		m.mu.Lock()
		m.refused = append(m.refused, r.Method+" "+r.URL.Path)
		m.mu.Unlock()
		refuse(w, http.StatusNotImplemented, "this mock knows no "+r.Method+" "+r.URL.Path)
	}
}

func refuse(w http.ResponseWriter, status int, why string) {
	reply := Refuse(status, "unexpected_request", why)
	writeError(w, reply)
}

func writeError(w http.ResponseWriter, reply Reply) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(reply.Status)
	_, _ = io.WriteString(w, reply.Body) // a client that hung up needs no answer
}

func (m *Mock) model(w http.ResponseWriter, r *http.Request, compact bool) {
	body, err := readBody(r)
	if err == nil {
		err = rawjson.Check(body)
	}
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	number, reply, gate := m.take(Received{Path: r.URL.Path, Header: r.Header, Body: body}, compact)
	if reply.Hold {
		select {
		case <-gate:
		case <-r.Context().Done():
			return
		}
	}
	for name, value := range reply.Header {
		w.Header().Set(name, value)
	}
	switch {
	case reply.Status != 0:
		writeError(w, reply)
	case compact:
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"output":[`+strings.Join(m.render(reply.Items, body), ",")+`]}`)
	default:
		stream(w, number, reply, m.render(reply.Items, body))
	}
	if reply.Status == 0 && len(reply.Items) > 0 && !(reply.Hold && hungUp(r)) {
		m.answered(number)
	}
}

// hungUp reports whether the client no longer listened to a reply that was held back. That shows a moment later.
func hungUp(r *http.Request) bool {
	select {
	case <-r.Context().Done():
		return true
	case <-time.After(50 * time.Millisecond):
		return false
	}
}

func readBody(r *http.Request) ([]byte, error) {
	switch encoding := r.Header.Get("Content-Encoding"); encoding {
	case "":
		return io.ReadAll(r.Body)
	case "zstd":
		z, err := zstd.NewReader(r.Body)
		if err != nil {
			return nil, err
		}
		defer z.Close()
		return io.ReadAll(z)
	default:
		return nil, fmt.Errorf("content-encoding %q", encoding)
	}
}

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

// threadOf is the thread that a request was sent for.
func threadOf(r Received) (string, error) {
	var body struct {
		Metadata struct {
			ThreadID string `json:"thread_id"`
		} `json:"client_metadata"`
		CacheKey string `json:"prompt_cache_key"`
	}
	if err := json.Unmarshal(r.Body, &body); err != nil {
		return "", err
	}
	for _, id := range []string{body.Metadata.ThreadID, r.Header.Get("Thread-Id"), r.Header.Get("Conversation_id"), body.CacheKey} {
		if id != "" {
			return id, nil
		}
	}
	return "", errors.New("the request names no thread")
}

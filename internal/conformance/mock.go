package conformance

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

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

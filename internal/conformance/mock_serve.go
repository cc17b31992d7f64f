package conformance

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"promptctl/internal/rawjson"

	"github.com/klauspost/compress/zstd"
)

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

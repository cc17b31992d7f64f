package conformance

import (
	"errors"
	"net/http"

	"github.com/go-json-experiment/json"
)

// Received is one request for the model, as it arrived.
type Received struct {
	Number int // from 0
	Path   string
	Header http.Header
	Body   []byte // decompressed

	Answered bool // an output item was sent back, and the client was there to take it
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

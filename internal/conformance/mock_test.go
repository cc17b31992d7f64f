package conformance

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
)

func startMock(t *testing.T, replies ...Reply) *Mock {
	t.Helper()
	m, err := NewMock()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	m.Script(replies)
	return m
}

// ask posts a body and returns the status and the whole answer.
func ask(t *testing.T, m *Mock, path, body string) (int, string) {
	t.Helper()
	response, err := http.Post(m.URL()+path, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

func TestMockStreamsTheScript(t *testing.T) {
	m := startMock(t, Answer(Message("one")), Reply{Items: items(Message("two")), Cut: true}, Reply{Failed: "broken"})
	for _, tt := range []struct {
		name, wants, lacks string
	}{
		{"complete", `"text":"one"`, "response.failed"},
		{"cut", `"text":"two"`, "response.completed"},
		{"failed", `"code":"broken"`, "response.completed"},
		{"beyond the script", `"text":"auto 3"`, "response.failed"},
	} {
		status, text := ask(t, m, "/responses", `{"input":[]}`)
		if status != http.StatusOK || !strings.Contains(text, tt.wants) || strings.Contains(text, tt.lacks) {
			t.Errorf("%s: status %d, %s", tt.name, status, text)
		}
	}
	if n := len(m.Received()); n != 4 {
		t.Errorf("%d requests kept", n)
	}
}

func TestMockPicksByText(t *testing.T) {
	m := startMock(t, Reply{For: "needle", Items: items(Message("found"))}, Answer(Message("first")))
	for _, tt := range []struct{ input, wants string }{
		{`[{"text":"hay"}]`, "first"},
		{`[{"text":"needle"},{"text":"far"},{"text":"off"}]`, "auto"},
		{`[{"text":"needle"},{"text":"near"}]`, "found"},
	} {
		if _, text := ask(t, m, "/responses", `{"input":`+tt.input+`}`); !strings.Contains(text, tt.wants) {
			t.Errorf("%s: no %q in %s", tt.input, tt.wants, text)
		}
	}
}

func TestMockCompacts(t *testing.T) {
	m := startMock(t, Answer(Message("not for a compaction")))
	_, triggered := ask(t, m, "/responses", `{"input":[{"type":"compaction_trigger"}]}`)
	_, endpoint := ask(t, m, "/responses/compact", `{"input":[]}`)
	if !strings.Contains(triggered, `"encrypted_content":"COMPACTED1"`) || !strings.HasPrefix(endpoint, `{"output":[{"type":"compaction"`) {
		t.Errorf("%s\n%s", triggered, endpoint)
	}
}

func TestMockRefuses(t *testing.T) {
	m := startMock(t, Refuse(http.StatusTooManyRequests, "slow", "slow down"))
	for _, tt := range []struct {
		path, body string
		status     int
		wants      string
	}{
		{"/responses", `{"input":[]}`, http.StatusTooManyRequests, "slow down"},
		{"/responses", `{"input":`, http.StatusBadRequest, "unexpected_request"},
		{"/files", `{}`, http.StatusNotImplemented, "POST /v1/files"},
	} {
		if status, text := ask(t, m, tt.path, tt.body); status != tt.status || !strings.Contains(text, tt.wants) {
			t.Errorf("%s: status %d, %s", tt.path, status, text)
		}
	}
	if refused := m.Refused(); len(refused) != 1 || refused[0] != "POST /v1/files" {
		t.Errorf("refused %q", refused)
	}
	request, err := http.NewRequest(http.MethodGet, m.URL()+"/responses", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Connection", "Upgrade")
	request.Header.Set("Upgrade", "websocket")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusUpgradeRequired {
		t.Errorf("upgrade: status %d", response.StatusCode)
	}
}

func TestMockHolds(t *testing.T) {
	m := startMock(t, Reply{Hold: true, Items: items(Message("late"))})
	done := make(chan string)
	go func() {
		response, err := http.Post(m.URL()+"/responses", "application/json", strings.NewReader(`{"input":[]}`))
		if err != nil {
			done <- err.Error()
			return
		}
		defer response.Body.Close()
		text, _ := io.ReadAll(response.Body)
		done <- string(text)
	}()
	if err := m.Await(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	select {
	case text := <-done:
		t.Fatalf("not held: %s", text)
	case <-time.After(20 * time.Millisecond):
	}
	m.Release()
	if text := <-done; !strings.Contains(text, "late") {
		t.Errorf("released: %s", text)
	}
}

func TestMockReadsZstd(t *testing.T) {
	m := startMock(t)
	encoder, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequest(http.MethodPost, m.URL()+"/responses", bytes.NewReader(encoder.EncodeAll([]byte(`{"input":[1]}`), nil)))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Encoding", "zstd")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if got := string(m.Received()[0].Body); got != `{"input":[1]}` {
		t.Errorf("body %s", got)
	}
}

func TestShellFollowsTheOffer(t *testing.T) {
	newer := []byte(`{"tools":[{"type":"function","name":"exec_command"}]}`)
	older := []byte(`{"tools":[{"type":"function","name":"shell_command"}]}`)
	item := ShellWith("ls", Params{"yield_time_ms": 5})
	if text := item.offered(newer); !strings.Contains(text, `"name":"exec_command"`) || !strings.Contains(text, "yield_time_ms") {
		t.Error(text)
	}
	if text := item.offered(older); !strings.Contains(text, `"name":"shell_command"`) || strings.Contains(text, "yield_time_ms") {
		t.Error(text)
	}
}

package conformance

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"promptctl/internal/codex"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Keys and addresses that lead nowhere.
const (
	dummyKey    = "sk-loopback"
	closedProxy = "http://127.0.0.1:9" // the discard port: nothing listens there
)

// configure writes config.toml, and for a provider named OpenAI the dummy account.
func (d *Driver) configure() error {
	s := &d.scenario
	model := s.Model
	if model == "" {
		model = defaultModel
	}
	lines := []string{"model = " + quote(model), "check_for_update_on_startup = false"}
	if d.catalog != nil {
		lines = append(lines, "model_catalog_json = "+quote(d.catalogFile()))
	}
	tables := []string{"[analytics]", "enabled = false", "[features]", s.Features}
	if s.OpenAI {
		lines = append(lines, "openai_base_url = "+quote(d.mock.URL()))
		account := fmt.Sprintf(`{"OPENAI_API_KEY":%q,"auth_mode":"apikey"}`, dummyKey)
		if err := os.WriteFile(filepath.Join(d.home(), "auth.json"), []byte(account), 0o600); err != nil {
			return err
		}
	} else {
		lines = append(lines, `model_provider = "mock"`)
		tables = append(tables, "[model_providers.mock]", `name = "mock"`, "base_url = "+quote(d.mock.URL()), `wire_api = "responses"`,
			"requires_openai_auth = false", "supports_websockets = false", "request_max_retries = 0", "stream_max_retries = 0")
	}
	lines = append(append(append(lines, s.Config), tables...), s.Tables)
	text := d.expand(strings.Join(lines, "\n") + "\n")
	return os.WriteFile(filepath.Join(d.home(), "config.toml"), []byte(text), 0o644)
}

// environment is all that the client sees of this machine's.
func (d *Driver) environment() []string {
	env := []string{"PATH=" + os.Getenv("PATH"), "HOME=" + d.dir, "CODEX_HOME=" + d.home(), "TZ=Etc/UTC", "RUST_LOG=warn"}
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"} {
		env = append(env, name+"="+closedProxy, strings.ToLower(name)+"="+closedProxy)
	}
	env = append(env, "NO_PROXY=127.0.0.1,localhost", "no_proxy=127.0.0.1,localhost")
	if d.scenario.OpenAI {
		env = append(env, "OPENAI_API_KEY="+dummyKey, "OPENAI_BASE_URL="+d.mock.URL())
	}
	return env
}

func (d *Driver) catalogFile() string { return filepath.Join(d.home(), "catalog.json") }

// patchCatalog gives the client a model catalog of its own in which the scenario's facts differ.
func (d *Driver) patchCatalog() error {
	if d.scenario.Models == nil {
		return nil
	}
	listing := exec.CommandContext(d.ctx, d.release.Binary, "debug", "models")
	listing.Env = d.environment()
	text, err := listing.Output()
	if err != nil {
		return &RefusedError{"codex debug models", err.Error()}
	}
	var catalog struct {
		Models []map[string]jsontext.Value `json:"models"`
	}
	if err := json.Unmarshal(text, &catalog); err != nil {
		return err
	}
	for _, model := range catalog.Models {
		var slug string
		if err := json.Unmarshal(model["slug"], &slug); err != nil {
			return err
		}
		for name, value := range d.scenario.Models[slug] {
			model[name] = jsontext.Value(value)
		}
	}
	if text, err = encode(catalog); err != nil {
		return err
	}
	if d.catalog, err = codex.ParseCatalog(text); err != nil {
		return err
	}
	return os.WriteFile(d.catalogFile(), text, 0o644)
}

package codex

import (
	"embed"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
)

// TruncationPolicy limits what of a tool output enters history: Limit bytes, or tokens of four bytes.
type TruncationPolicy struct {
	Mode  string `json:"mode"` // "bytes" or "tokens"
	Limit int    `json:"limit"`
}

// Model is what the catalog says of one model, as far as requests depend on it. Source: codex debug models.
type Model struct {
	Slug                          string           `json:"slug"`
	DefaultReasoningLevel         string           `json:"default_reasoning_level"`
	DefaultReasoningSummary       string           `json:"default_reasoning_summary"`
	SupportedReasoningLevels      []Level          `json:"supported_reasoning_levels"`
	SupportsReasoningSummaries    *bool            `json:"supports_reasoning_summaries"`
	SupportsReasoningSummaryParam *bool            `json:"supports_reasoning_summary_parameter"`
	SupportVerbosity              bool             `json:"support_verbosity"`
	DefaultVerbosity              string           `json:"default_verbosity"`
	Truncation                    TruncationPolicy `json:"truncation_policy"`
	SupportsParallelToolCalls     bool             `json:"supports_parallel_tool_calls"`
	InputModalities               []string         `json:"input_modalities"`
	ApplyPatchToolType            string           `json:"apply_patch_tool_type"` // freeform, function or none
	UsesResponsesLite             bool             `json:"use_responses_lite"`
	TakesOriginalImages           bool             `json:"supports_image_detail_original"`
	ServiceTiers                  []Level          `json:"service_tiers"`
	BaseInstructions              string           `json:"base_instructions"` // empty in the embedded facts
	Messages                      *ModelMessages   `json:"model_messages"`    // nil in the embedded facts
	ContextWindow                 int64            `json:"context_window"`    // tokens; 0 when not stated
	MaxContextWindow              int64            `json:"max_context_window"`
	AutoCompactTokenLimit         int64            `json:"auto_compact_token_limit"`
	CompHash                      string           `json:"comp_hash"` // models with the same one take each other's compactions
	Fallback                      bool             `json:"-"`         // no catalog entry matched
}

// CompactionLimit is the number of tokens above which the client compacts before the next turn, 0 when it is not known.
//
// NOTE(codex): 0.145.0 nine tenths of the window, or less where the model says so.
func (m *Model) CompactionLimit() int64 {
	window := m.ContextWindow
	if window == 0 {
		window = m.MaxContextWindow
	}
	limit := window * 9 / 10
	if m.AutoCompactTokenLimit > 0 && (limit == 0 || m.AutoCompactTokenLimit < limit) {
		limit = m.AutoCompactTokenLimit
	}
	return limit
}

// Level is a reasoning level or a service tier: catalogs write a name or an object that holds one.
type Level string

// UnmarshalJSON reads "low", {"effort":"low",…} and {"id":"priority",…}.
func (l *Level) UnmarshalJSON(b []byte) error {
	if b[0] == '"' {
		return json.Unmarshal(b, (*string)(l))
	}
	var named struct{ Effort, ID string }
	if err := json.Unmarshal(b, &named, json.MatchCaseInsensitiveNames(true)); err != nil {
		return err
	}
	*l = Level(named.Effort + named.ID)
	return nil
}

// Accepts reports whether the model takes that kind of input ("image", "audio"). A model that states none takes text and images.
func (m *Model) Accepts(modality string) bool {
	if m.InputModalities == nil {
		return modality == "text" || modality == "image"
	}
	for _, accepted := range m.InputModalities {
		if accepted == modality {
			return true
		}
	}
	return false
}

// Catalog is the models one release knows.
type Catalog struct {
	Version Version // the release the facts were taken from; zero where the file states none
	Models  []Model
}

//go:embed models/*.json
var facts embed.FS

// CatalogOf returns the embedded facts of the newest release that is not newer than v, or of the oldest one there is.
// An unstated version is given the newest facts.
func CatalogOf(v Version) *Catalog {
	name, version := nearestFacts(v)
	text, err := facts.ReadFile("models/" + name)
	if err != nil {
		panic(err) // the files are part of the binary
	}
	c, err := ParseCatalog(text)
	if err != nil {
		panic(fmt.Errorf("embedded %s: %w", name, err))
	}
	c.Version = version
	return c
}

func nearestFacts(v Version) (name string, version Version) {
	entries, err := facts.ReadDir("models")
	if err != nil {
		panic(err)
	}
	for _, entry := range entries {
		release, err := ParseVersion(strings.TrimSuffix(entry.Name(), ".json"))
		if err != nil {
			panic(err)
		}
		usable := v.IsZero() || release.Compare(v) <= 0
		if name == "" || usable && release.Compare(version) > 0 {
			name, version = entry.Name(), release
		}
	}
	return name, version
}

// ParseCatalog reads the JSON of "codex debug models", or a models_cache.json.
func ParseCatalog(text []byte) (*Catalog, error) {
	var file struct {
		ClientVersion string  `json:"client_version"`
		Models        []Model `json:"models"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, fmt.Errorf("model catalog: %w", err)
	}
	c := Catalog{Models: file.Models}
	c.Version, _ = ParseVersion(file.ClientVersion)
	if len(c.Models) == 0 {
		return nil, fmt.Errorf("model catalog: no models in it")
	}
	return &c, nil
}

// Lookup finds the facts for a requested slug.
//
// NOTE(codex): 0.145.0 the longest catalog slug that is a prefix of the requested one wins; then, if there is exactly one
// slash behind a plain namespace, the part after it is tried; then fixed fallback facts. The requested slug is kept.
func (c *Catalog) Lookup(slug string) Model {
	if m, ok := c.longestPrefix(slug); ok {
		return m
	}
	if namespace, rest, ok := strings.Cut(slug, "/"); ok && plainName(namespace) && !strings.Contains(rest, "/") {
		if m, ok := c.longestPrefix(rest); ok {
			m.Slug = slug
			return m
		}
	}
	return fallback(slug)
}

func (c *Catalog) longestPrefix(slug string) (Model, bool) {
	var best *Model
	for i := range c.Models {
		m := &c.Models[i]
		if strings.HasPrefix(slug, m.Slug) && (best == nil || len(m.Slug) > len(best.Slug)) {
			best = m
		}
	}
	if best == nil {
		return Model{}, false
	}
	found := *best
	found.Slug = slug
	return found, true
}

func plainName(s string) bool {
	for _, r := range s {
		if r != '_' && r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return false
		}
	}
	return s != ""
}

func fallback(slug string) Model {
	return Model{
		Slug:                    slug,
		DefaultReasoningSummary: "auto",
		Truncation:              TruncationPolicy{"bytes", 10_000},
		InputModalities:         []string{"text", "image"},
		Fallback:                true,
	}
}

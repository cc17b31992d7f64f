package render

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/url"
	"slices"
	"strings"

	"promptctl/internal/audit"
	"promptctl/internal/diag"
)

// The part of SARIF 2.1.0 that findings need.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool    sarifTool     `json:"tool"`
		Results []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name  string      `json:"name"`
		Rules []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID      string         `json:"id"`
		Short   *sarifText     `json:"shortDescription,omitzero"`
		Full    *sarifText     `json:"fullDescription,omitzero"`
		Help    *sarifText     `json:"help,omitzero"`
		Default *sarifSeverity `json:"defaultConfiguration,omitzero"`
	}
	sarifSeverity struct {
		Level string `json:"level"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations,omitzero"`
		Fingerprints map[string]string `json:"partialFingerprints"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitzero"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine int `json:"startLine"`
	}
)

// SARIF prints diagnostics as a SARIF 2.1.0 log. Paths are relative to base where they can be.
func SARIF(w io.Writer, found diag.List, base string) error {
	results := []sarifResult{}
	for _, d := range found {
		results = append(results, sarifOf(d, base))
	}
	return writeSARIF(w, results)
}

// writeSARIF prints results with the rules that they are of.
func writeSARIF(w io.Writer, results []sarifResult) error {
	var codes []string
	for _, r := range results {
		if !slices.Contains(codes, r.RuleID) {
			codes = append(codes, r.RuleID)
		}
	}
	slices.Sort(codes)
	driver := sarifDriver{Name: "promptctl", Rules: []sarifRule{}}
	for _, code := range codes {
		driver.Rules = append(driver.Rules, sarifRuleOf(code))
	}
	return JSON(w, sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{{sarifTool{driver}, results}}})
}

func sarifRuleOf(code string) sarifRule {
	r, ok := audit.RuleOf(audit.Code(code))
	if !ok {
		return sarifRule{ID: code}
	}
	return sarifRule{
		ID: code, Short: &sarifText{sentence(r.Title)}, Full: &sarifText{r.Explain}, Help: &sarifText{r.Explain + "\n\n" + r.Fix},
		Default: &sarifSeverity{r.Severity.String()},
	}
}

// sentence makes a title one.
func sentence(title string) string { return strings.ToUpper(title[:1]) + title[1:] + "." }

func sarifOf(d diag.Diagnostic, base string) sarifResult {
	path := relative(base, d.Place.File)
	// What stays the same when lines above move: the rule and the file.
	print := sha256.Sum256([]byte(d.Code + "\x00" + path))
	return sarifResultOf(d, path, hex.EncodeToString(print[:8]))
}

// sarifResultOf is a diagnostic in the file at a path, "" for none.
func sarifResultOf(d diag.Diagnostic, path, fingerprint string) sarifResult {
	result := sarifResult{
		RuleID: d.Code, Level: d.Severity.String(), Message: sarifText{Plain(d.Message)},
		Fingerprints: map[string]string{"promptctl/v1": fingerprint},
	}
	at := sarifPhysical{Artifact: sarifArtifact{(&url.URL{Path: path}).String()}}
	if d.Place.Line > 0 {
		at.Region = &sarifRegion{d.Place.Line}
	}
	if path != "" {
		result.Locations = []sarifLocation{{at}}
	}
	return result
}

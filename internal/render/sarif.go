package render

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/url"
	"slices"

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
		Name    string      `json:"name"`
		Version string      `json:"semanticVersion,omitzero"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID string `json:"id"`
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
	run := sarifRun{Tool: sarifTool{sarifDriver{Name: "promptctl"}}, Results: []sarifResult{}}
	var codes []string
	for _, d := range found {
		if !slices.Contains(codes, d.Code) {
			codes = append(codes, d.Code)
		}
		run.Results = append(run.Results, sarifOf(d, base))
	}
	slices.Sort(codes)
	for _, code := range codes {
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{code})
	}
	return JSON(w, sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

func sarifOf(d diag.Diagnostic, base string) sarifResult {
	path := relative(base, d.Place.File)
	result := sarifResult{RuleID: d.Code, Level: d.Severity.String(), Message: sarifText{Plain(d.Message)}}
	at := sarifPhysical{Artifact: sarifArtifact{(&url.URL{Path: path}).EscapedPath()}}
	if d.Place.Line > 0 {
		at.Region = &sarifRegion{d.Place.Line}
	}
	// What stays the same when lines above move: the rule and the file.
	print := sha256.Sum256([]byte(d.Code + "\x00" + path))
	result.Fingerprints = map[string]string{"promptctl/v1": hex.EncodeToString(print[:8])}
	if path != "" {
		result.Locations = []sarifLocation{{at}}
	}
	return result
}

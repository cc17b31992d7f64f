// Package promptctl holds no code: see cmd/promptctl and CONTRIBUTING.md.
package promptctl

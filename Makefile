# make check is what CI runs. Everything else is a part of it or a longer version of a part.

GO          ?= go
FUZZTIME    ?= 2m
STATICCHECK  = honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: build man test pages lint check bench fuzz conformance clean

build:
	$(GO) build -trimpath -o promptctl ./cmd/promptctl

# The manual pages, into the folder man.
man:
	$(GO) run ./cmd/promptctl man man

test:
	$(GO) test ./...
	@$(GO) test -count=1 -run '^TestFidelity$$' -v ./internal/compile | grep -F 'requests exact'

# Pages in a real browser, where there is one.
pages:
	$(GO) test -count=1 -run '^TestPagesInBrowser$$' -v ./cmd/promptctl

lint:
	@unformatted=$$(gofmt -l .); test -z "$$unformatted" || { echo "gofmt: $$unformatted"; exit 1; }
	$(GO) vet ./...
	$(GO) vet -tags conformance ./...
	$(GO) mod tidy -diff
	$(GO) run $(STATICCHECK) ./...

check: lint test
	$(GO) test -race ./...

# Side by side in one run: promptctl, wc -l, jq, a plain encoding/json loop.
bench:
	$(GO) run ./internal/bench

fuzz:
	$(GO) test -run '^$$' -fuzz '^FuzzCheck$$' -fuzztime $(FUZZTIME) ./internal/rawjson
	$(GO) test -run '^$$' -fuzz '^FuzzWalk$$' -fuzztime $(FUZZTIME) ./internal/rawjson
	$(GO) test -run '^$$' -fuzz '^FuzzMergePatch$$' -fuzztime $(FUZZTIME) ./internal/rawjson
	$(GO) test -run '^$$' -fuzz '^FuzzReader$$' -fuzztime $(FUZZTIME) ./internal/rollout
	$(GO) test -run '^$$' -fuzz '^FuzzTruncateString$$' -fuzztime $(FUZZTIME) ./internal/history
	$(GO) test -run '^$$' -fuzz '^FuzzReplay$$' -fuzztime $(FUZZTIME) ./internal/history
	$(GO) test -run '^$$' -fuzz '^FuzzEnvironmentContext$$' -fuzztime $(FUZZTIME) ./internal/compile
	$(GO) test -run '^$$' -fuzz '^FuzzNext$$' -fuzztime $(FUZZTIME) ./internal/compile
	$(GO) test -run '^$$' -fuzz '^FuzzWorld$$' -fuzztime $(FUZZTIME) ./internal/audit

# The real client as judge: CODEX=0.145.0 picks the release, default the newest that npm serves.
conformance:
	$(GO) test -tags conformance -count=1 -timeout 30m -v ./internal/conformance

clean:
	rm -rf promptctl man

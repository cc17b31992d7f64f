// Package conformance compares promptctl with the client itself: it installs a release of @openai/codex, runs its app-server
// through scripted scenarios against a mock of the Responses API on loopback, and asks whether the requests that arrived
// are the ones that promptctl compiles from the rollout files the client wrote.
//
// The stages: [Install] fetches a release; a [Scenario] is a list of [Step] values; [Run] plays it with a [Client] and a
// [Mock] and leaves a [Capture]; [Compare] scores the capture as a [Score].
//
// Nothing but loopback is reached while a scenario runs: the client's proxies point at a closed port, its account is a
// dummy key, and its HOME and CODEX_HOME are folders of the run. The test that does all this has the build tag
// conformance; its settings are in conformance_test.go.
package conformance

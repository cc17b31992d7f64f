package conformance

import "time"

// pixel is a PNG of one pixel.
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

const pixelURL = "data:image/png;base64," + pixel

func text(t string) Params { return Params{"type": "text", "text": t} }

func picture(url string) Params { return Params{"type": "image", "url": url} }

func localPicture(name string) Params {
	return Params{"type": "localImage", "path": "{workspace}/" + name}
}

// inputScenarios: what a user can put into a turn besides text.
func inputScenarios() []Scenario {
	pictures := map[string]string{"AGENTS.md": "# Root\n", "shot.png": decoded(pixel), "bad.png": "not an image", "notes.txt": "hello\n"}
	return []Scenario{
		{Name: "images", Files: pictures, Steps: []Step{
			Start{},
			Turn{Input: []Params{text("See these"), picture(pixelURL), localPicture("shot.png"), localPicture("missing.png"), localPicture("bad.png"), text("in order")},
				Replies: []Reply{Answer(Call("view_image", Params{"path": "{workspace}/shot.png"})), Answer(Message("Seen."))}},
			Turn{Text: "Text only now", Replies: []Reply{Answer(Message("Fine."))}},
			Restart{},
			Turn{Input: []Params{localPicture("shot.png")}, Replies: []Reply{Answer(Message("Seen again."))}},
			Compact{},
			Turn{Text: "After compaction", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "image_details", Model: "gpt-5.5", Files: pictures, Steps: []Step{
			Start{},
			Turn{Input: []Params{{"type": "image", "url": pixelURL, "detail": "low"}, {"type": "image", "url": pixelURL, "detail": "auto"}, text("details")},
				Replies: []Reply{Answer(Call("view_image", Params{"path": "{workspace}/shot.png", "detail": "original"}), Call("view_image", Params{"path": "{workspace}/bad.png"}), Call("view_image", Params{"path": "{workspace}/missing.png"})), Answer(Message("Seen."))}},
			Turn{Text: "Next", Replies: []Reply{Answer(Message("ok"))}},
			Rollback{1},
			Turn{Text: "Next bis", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "text_only_model", Model: "gpt-5.4", Models: map[string]map[string]string{"gpt-5.5": {"input_modalities": `["text"]`}}, Files: pictures, Steps: []Step{
			Start{},
			Turn{Input: []Params{text("See"), picture(pixelURL), localPicture("shot.png")}, Replies: []Reply{Answer(Call("view_image", Params{"path": "{workspace}/shot.png"})), Answer(Message("seen"))}},
			Turn{Text: "Now blind", With: Params{"model": "gpt-5.5"}, Replies: []Reply{Answer(Call("view_image", Params{"path": "{workspace}/shot.png"})), Answer(Message("blind"))}},
			Turn{Text: "Sees again", With: Params{"model": "gpt-5.4"}, Replies: []Reply{Answer(Message("sees"))}},
		}},
		{Name: "several_texts", Steps: []Step{
			Start{},
			Turn{Input: []Params{text("first"), text(""), text("second")}, Replies: []Reply{Answer(Message("ok"))}},
			Turn{Text: "", Replies: []Reply{Answer(Message("ok"))}},
			Turn{Text: "Next", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "skills", Home: map[string]string{"skills/tidy/SKILL.md": skillFile}, Steps: []Step{
			Start{},
			Turn{Text: "Use $tidy please", Replies: []Reply{Answer(Message("tidied"))}},
			Turn{Input: []Params{text("By item"), {"type": "skill", "name": "tidy", "path": "{workspace}/../codex/skills/tidy/SKILL.md"}}, Replies: []Reply{Answer(Message("tidied"))}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
			Rollback{2},
			Turn{Text: "After rollback", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "additional_context", Steps: []Step{
			Start{},
			Turn{Text: "With context", With: Params{"additionalContext": Params{
				"tab": Params{"value": "open file: a.go", "kind": "untrusted"}, "build": Params{"value": "green", "kind": "application"}}},
				Replies: []Reply{Answer(Message("ok"))}},
			Turn{Text: "Changed", With: Params{"additionalContext": Params{"tab": Params{"value": "open file: b.go", "kind": "untrusted"}}}, Replies: []Reply{Answer(Message("ok"))}},
			Turn{Text: "Without", Replies: []Reply{Answer(Message("ok"))}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
			Rollback{2},
			Turn{Text: "After rollback", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "steer", Short: true, Steps: []Step{
			Start{},
			Turn{Text: "Begin", Replies: []Reply{
				{Hold: true, Items: items(Commentary("working"), Shell("echo one"))}, Answer(Shell("echo two")), Answer(Message("steered")),
			}, Meanwhile: []Step{AwaitRequest{}, Steer{"Also this"}, Steer{"And that"}, LetGo{}}},
			Turn{Text: "Begin again", Replies: []Reply{{Hold: true, Items: items(Message("done already"))}, Answer(Message("then this"))},
				Meanwhile: []Step{AwaitRequest{}, Steer{"Not yet"}, LetGo{}}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
			Rollback{2},
			Turn{Text: "After rollback", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "turn_while_running", Steps: []Step{
			Start{},
			Turn{Text: "Begin", Replies: []Reply{{Hold: true, Items: items(Commentary("working"), Shell("echo one"))}, Answer(Message("two")), Answer(Message("three"))},
				Meanwhile: []Step{AwaitRequest{}, Optional{Ask{"turn/start", Params{"input": []Params{text("Typed meanwhile")}}}}, LetGo{}}},
			Pause{time.Second},
			Turn{Text: "Next", Replies: []Reply{Answer(Message("ok"))}},
		}},
		{Name: "user_shell", Steps: []Step{
			Start{},
			Turn{Text: "Hello", Replies: []Reply{Answer(Message("hi"))}},
			Optional{UserShell{"echo typed; exit 2"}},
			Turn{Text: "See the output?", Replies: []Reply{Answer(Message("yes"))}},
			Optional{UserShell{"seq 1 20000"}},
			Restart{},
			Turn{Text: "After resume", Replies: []Reply{Answer(Message("ok"))}},
			Rollback{1},
			Turn{Text: "After rollback", Replies: []Reply{Answer(Message("ok"))}},
		}},
	}
}

const skillFile = "---\nname: tidy\ndescription: Tidies up the workspace.\n---\n\n# Tidy\n\nPut things in order.\n"

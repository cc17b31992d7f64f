package agentsmd

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"promptctl/internal/codex"
	"promptctl/internal/config"
)

// discover finds the files of one environment.
func discover(o Options, env Environment, p *purse) Place {
	place := Place{Environment: env}
	place.Root, place.Marker = config.FindRoot(env.CWD, o.Markers)
	names := o.names()
	var taken []int
	for _, dir := range config.Between(place.Root, env.CWD) {
		files, chosen := o.candidates(dir, names)
		if chosen >= 0 {
			taken = append(taken, len(place.Files)+chosen)
		}
		place.Files = append(place.Files, files...)
	}
	if !o.Release.Has(codex.TakesAllFolders) {
		taken = place.nearest(taken)
	}
	if o.Release.Has(codex.StopsAtBadMarker) {
		if err := config.MarkerError(env.CWD, o.Markers); err != nil {
			place.Broken = err.Error()
		}
	}
	place.read(o, taken, p)
	place.outside(o, names)
	return place
}

// nearest leaves one file.
//
// NOTE(codex): 0.23.0 that of the working folder, else the root's; folders in between are not looked at.
func (place *Place) nearest(taken []int) []int {
	chosen := -1
	for _, i := range taken {
		if dir := filepath.Dir(place.Files[i].Path); dir == place.CWD || dir == place.Root {
			chosen = i
		}
	}
	for _, i := range taken {
		if f := &place.Files[i]; i != chosen {
			f.Status, f.Reason = Shadowed, "one file is read: that of the working folder, else the root's"
		}
	}
	if chosen < 0 {
		return nil
	}
	return []int{chosen}
}

// names are those looked for in a folder, the strongest first.
func (o Options) names() []string {
	names := []string{usualName}
	if o.Release.Has(codex.TakesOverrides) {
		names = []string{overrideName, usualName}
	}
	if !o.Release.Has(codex.TakesFallbacks) {
		return names
	}
	for _, name := range o.Fallbacks {
		name = strings.TrimSpace(name)
		if name == "" || slices.Contains(names, name) || o.Release.Has(codex.PlainFallbackNames) && !plain(name) {
			continue
		}
		names = append(names, name)
	}
	return names
}

func plain(name string) bool { return filepath.Base(name) == name && name != "." && name != ".." }

// candidates are the files of a folder that have one of the names, and the index of the one that is taken, -1 for none.
func (o Options) candidates(dir string, names []string) (files []File, chosen int) {
	chosen = -1
	for _, name := range names {
		f := o.look(config.In(dir, name))
		switch {
		case f == nil:
			continue
		case f.Status == NotRegular:
		case chosen >= 0:
			f.Status, f.Reason = Shadowed, "by "+filepath.Base(files[chosen].Path)
		default:
			chosen = len(files)
		}
		files = append(files, *f)
	}
	return files, chosen
}

// look sees whether there is a file, nil if not. A status is set where it cannot be taken.
func (o Options) look(path string) *File {
	info, err := os.Stat(path)
	if link, linkErr := os.Lstat(path); linkErr == nil && link.Mode()&fs.ModeSymlink != 0 && !o.Release.Has(codex.FollowsLinks) {
		return &File{Path: path}
	}
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(path); err == nil {
			return &File{Path: path, Status: NotRegular, Reason: leadsNowhere}
		}
		return nil
	}
	if err != nil {
		return &File{Path: path, Status: Unreadable, Reason: reason(err).Error()}
	}
	f := &File{Path: path, Size: info.Size()}
	if !info.Mode().IsRegular() {
		f.Status, f.Reason, f.Size = NotRegular, kind(info.Mode()), 0
	}
	return f
}

const leadsNowhere = "a symbolic link that leads nowhere"

func kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}

// read spends the budget on the files that are taken.
//
// NOTE(codex): 0.150.0 an untrusted project contributes nothing; before, trust was not asked for. 0.171.0 a file that cannot
// be read takes all others of the place with it.
func (place *Place) read(o Options, taken []int, p *purse) {
	for _, i := range taken {
		f := &place.Files[i]
		if place.Untrusted != "" && o.Release.Has(codex.IgnoresUntrusted) {
			f.Status, f.Spent = Untrusted, p.size-p.left
			continue
		}
		if f.Status != Unreadable {
			*f = p.take(readDocument(f.Path, p.left))
		}
		if f.Status == Unreadable && place.Broken == "" {
			place.Broken = f.Path + ": " + f.Reason
		}
	}
	if place.Broken != "" {
		place.drop(taken)
	}
}

// drop takes back what was read.
func (place *Place) drop(taken []int) {
	for _, i := range taken {
		f := &place.Files[i]
		if f.Status == Unreadable || f.Status == Untrusted {
			continue
		}
		*f = File{Path: f.Path, Status: Unreadable, Size: f.Size, Spent: f.Spent, Lines: f.Lines, Missing: min(f.Lines, 1),
			Reason: "left out: the client gives up on the folder's files when one of them cannot be read"}
	}
}

// outside names files that a reader might expect to apply: above the root, and below the working folder.
func (place *Place) outside(o Options, names []string) {
	for _, dir := range config.Ancestors(filepath.Dir(place.Root)) {
		if dir != place.Root { // the root of the file system is its own parent
			place.add(o, dir, names, BeyondRoot)
		}
	}
	place.below(o, names)
}

func (place *Place) add(o Options, dir string, names []string, status Status) {
	files, _ := o.candidates(dir, names)
	for _, f := range files {
		if f.Status == "" || f.Status == Shadowed {
			f.Status, f.Reason = status, ""
			place.Outside = append(place.Outside, f)
		}
	}
}

// below looks at the folders below the working folder, the nearest first, until it has seen enough of them.
func (place *Place) below(o Options, names []string) {
	queue := []string{place.CWD}
	for seen := 0; len(queue) > 0; {
		dir := queue[0]
		queue = queue[1:]
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue
		}
		for _, e := range entries {
			if !e.IsDir() || e.Name() == ".git" {
				continue
			}
			if seen == o.Below {
				place.More = true
				return
			}
			seen++
			child := filepath.Join(dir, e.Name())
			place.add(o, child, names, BelowCWD)
			queue = append(queue, child)
		}
	}
}

package agentsmd

// Status says what became of a file.
type Status string

const (
	Loaded     Status = "loaded"
	Cut        Status = "cut"                // its end does not fit the budget
	Shadowed   Status = "shadowed"           // another file of its folder is taken
	Empty      Status = "empty"              // nothing but white space
	OverBudget Status = "over budget"        // the budget was spent before it
	NotRegular Status = "not a regular file" // passed over, as if it were not there
	Unreadable Status = "unreadable"
	BadUTF8    Status = "bad utf-8" // loaded, with U+FFFD for what is no UTF-8
	Untrusted  Status = "untrusted" // the project is
	BelowCWD   Status = "below cwd"
	BeyondRoot Status = "beyond root"
)

// File is a file that has one of the names, and what became of it.
type File struct {
	Path     string `json:"path"` // absolute, as the client came to it: symbolic links are not resolved
	Status   Status `json:"status"`
	Reason   string `json:"reason,omitzero"`   // in a few words, where the status does not say it all
	Size     int64  `json:"bytes"`             // of the file
	Kept     int64  `json:"kept"`              // of those, the ones that reach the model
	Replaced int64  `json:"replaced,omitzero"` // of those, the ones that arrive as U+FFFD
	Spent    int64  `json:"spent,omitzero"`    // bytes of the budget, behind this file
	Lines    int    `json:"lines,omitzero"`
	Last     int    `json:"last_line,omitzero"`    // the last that arrives whole
	Missing  int    `json:"missing_line,omitzero"` // the first that does not, 0 when all do

	raw   []byte // the bytes that are kept
	text  string // what of them reaches the model
	above int    // lines of white space that were trimmed in front of it

	trimmed bool // white space at both ends was taken off
}

// InScope reports whether the file is one that the client reads, or would if it could.
func (f *File) InScope() bool {
	switch f.Status {
	case Shadowed, NotRegular, BelowCWD, BeyondRoot:
		return false
	}
	return true
}

// Lost is how many bytes of a file in scope never reach the model as they are.
func (f *File) Lost() int64 {
	if !f.InScope() || f.Status == Empty {
		return 0
	}
	return f.Size - f.Kept + f.Replaced
}

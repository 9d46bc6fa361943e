package dashboard

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/hadal-crawler/hadal/dashboard/internal/correct"
	"github.com/hadal-crawler/hadal/dashboard/runs"
	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/storage"
)

// ErrProfile is what errors of Files wrap that a person can do something about, as of a file
// that was edited by hand; they are shown, so that they name no path.
var ErrProfile = errors.New("the site profile cannot be used")

// Files are the site profiles that a person corrects: YAML files, as hadal init writes them.
type Files interface {
	// Saved returns the name of a site's file, without its directory, and what it says; the
	// text is nil where there is none yet.
	Saved(site string) (name string, text []byte, err error)
	// Read reads what a file says.
	Read(name string, text []byte) (harvest.Profile, error)
	// Write writes what is believed about a site.
	Write(ctx context.Context, of storage.SiteStatus, p harvest.Profile) ([]byte, error)
	// Questions returns the plan of questions that a profile has, as YAML; "" for none.
	Questions(p harvest.Profile) (string, error)
	// Ask returns a profile with the plan of questions that a text says; none where it is empty.
	// It reads no file that the profile does not name already.
	Ask(p harvest.Profile, text string) (harvest.Profile, error)
	// Save writes a site's file, once Read can read it.
	Save(site string, text []byte) error
}

// profileStore has what harvests learned.
type profileStore interface {
	Profile(ctx context.Context, site string) (harvest.Profile, error)
}

// beliefs is the page of what is believed about a site, to be corrected.
type beliefs struct {
	starts
	store profileStore
	files Files // nil: nothing can be corrected

	correcting sync.Mutex // held by who corrects a profile
}

// editable reports whether something can be corrected: saved, and read again.
func (b *beliefs) editable() bool { return b.files != nil && b.runs != nil }

// basis is what a site is believed to be: the file that a person corrected, or what the
// latest harvest learned, and that as text.
type basis struct {
	of      storage.SiteStatus
	profile harvest.Profile
	file    string
	saved   bool // the file is there
	text    []byte
}

// print tells whether it is still what it was.
func (b basis) print() string {
	sum := sha256.Sum256(b.text)
	return hex.EncodeToString(sum[:8])
}

func (b *beliefs) basis(ctx context.Context, of storage.SiteStatus) (is basis, err error) {
	is.of = of
	if is.profile, err = b.store.Profile(ctx, of.Name); err != nil || b.files == nil {
		return is, err
	}
	if is.file, is.text, err = b.files.Saved(of.Name); err != nil {
		return is, err
	}
	if is.saved = is.text != nil; is.saved {
		is.profile, err = b.files.Read(is.file, is.text)
	} else {
		is.text, err = b.files.Write(ctx, is.of, is.profile)
	}
	return is, err
}

type beliefsPage struct {
	Site     string         `json:"site"`
	File     string         `json:"file"`  // that a correction is saved as
	Saved    bool           `json:"saved"` // it is there
	Frozen   bool           `json:"frozen"`
	Form     *formOf        `json:"form"`
	Why      []string       `json:"why"`
	Can      []ability      `json:"can"`
	Region   string         `json:"region"`
	Record   string         `json:"record"`
	Next     string         `json:"next"`
	Empty    string         `json:"empty"`
	Columns  []believed     `json:"columns"`
	Details  []believed     `json:"details"` // of the records' own pages
	Roles    []correct.Role `json:"-"`
	Kinds    []string       `json:"-"`
	Asks     string         `json:"questions"` // the plan of questions, as YAML
	Text     string         `json:"yaml"`
	Print    string         `json:"-"` // of what the form was made from
	Changes  []correct.Line `json:"-"`
	Given    url.Values     `json:"-"` // of the form, to be sent again
	Editable bool           `json:"-"`
}

type formOf struct {
	Method  string    `json:"method"`
	Action  string    `json:"action"`
	Page    string    `json:"page"`
	Score   float64   `json:"score"`
	Reasons []string  `json:"reasons"`
	Fields  []control `json:"fields"`
}

type control struct {
	Name     string   `json:"name"`
	Label    string   `json:"label"`
	Kind     string   `json:"control"`
	Role     string   `json:"role"`
	Score    float64  `json:"score"`
	Options  int      `json:"options"`
	Examples []string `json:"examples"`
	Fixed    string   `json:"fixed,omitempty"` // the value that is bound in each question
}

type ability struct {
	Name    string `json:"name"`
	Verdict string `json:"verdict"`
	Value   string `json:"value,omitempty"`
}

type believed struct {
	Name      string `json:"name"`
	Kind      string `json:"kind"`
	Title     bool   `json:"title,omitempty"`
	Label     string `json:"label,omitempty"`
	Select    string `json:"select,omitempty"`
	Attribute string `json:"attribute,omitempty"`
	Pattern   string `json:"pattern,omitempty"`
	Required  bool   `json:"required,omitempty"`
	Key       bool   `json:"key,omitempty"`
	Drop      bool   `json:"drop,omitempty"`
	Rows      int    `json:"rows"`
	Odd       int    `json:"odd"`
	Only      string `json:"only,omitempty"`
}

// show shows what is believed about a site.
func (b *beliefs) show(r *http.Request, of storage.SiteStatus) (view, error) {
	is, err := b.basis(r.Context(), of)
	if err != nil {
		return view{}, err
	}
	d, err := b.page(is)
	return view{name: "beliefs", title: "What it believes", site: d.Site, data: d}, err
}

func (b *beliefs) page(is basis) (beliefsPage, error) {
	p := is.profile
	d := beliefsPage{Site: is.of.Name, File: is.file, Saved: is.saved, Frozen: p.Frozen, Why: append([]string{}, p.Why...), Can: []ability{}, Region: p.Wrapper.Region, Record: p.Wrapper.Record, Next: p.Wrapper.Next, Empty: p.Empty,
		Roles: correct.Roles, Kinds: extract.Kinds, Text: string(is.text), Print: is.print(), Editable: b.editable()}
	for _, c := range p.Capabilities {
		d.Can = append(d.Can, ability{c.Name, string(c.Verdict), c.Value})
	}
	d.Columns, d.Details = believedColumns(p.Wrapper.Columns), believedColumns(p.Details.Columns)
	if f := p.Form; f != nil {
		always := p.Always()
		d.Form = &formOf{Method: f.Method, Action: f.Action.String(), Page: f.Page.String(), Score: f.Score, Reasons: f.Reasons}
		for _, c := range f.Fields {
			one := control{Name: c.Name, Label: c.Label, Kind: string(c.Control), Role: string(c.Role), Score: c.Score, Options: len(c.Options), Examples: []string{}, Fixed: always[c.Name]}
			for _, o := range c.Options[:min(len(c.Options), 4)] {
				one.Examples = append(one.Examples, o.Label)
			}
			d.Form.Fields = append(d.Form.Fields, one)
		}
	}
	if b.files == nil {
		return d, nil
	}
	var err error
	d.Asks, err = b.files.Questions(p)
	return d, err
}

// columnList is a list of columns to correct.
type columnList struct {
	Title, Prefix    string
	Detail, Editable bool
	Frozen           bool
	Kinds            []string
	Columns          []believed
}

// Lists are the lists of columns that are not empty.
func (d beliefsPage) Lists() (out []columnList) {
	for _, l := range []columnList{{Title: "Columns of its records", Columns: d.Columns}, {Title: "Columns of the records' own pages", Prefix: correct.OwnPages, Detail: true, Columns: d.Details}} {
		if l.Editable, l.Frozen, l.Kinds = d.Editable, d.Frozen, d.Kinds; len(l.Columns) > 0 {
			out = append(out, l)
		}
	}
	return out
}

func believedColumns(columns []extract.Column) []believed {
	out := []believed{}
	for _, c := range columns {
		kind := c.Kind
		if kind == "" && c.Rows > 0 {
			kind = "text"
		}
		out = append(out, believed{c.Name, kind, c.Title, c.Label, c.Select, c.Attribute, c.Pattern, c.Required, c.Key, c.Drop, c.Rows, c.Odd, c.Only})
	}
	return out
}

// correct takes a correction: first it shows what that changes in the file, then it saves it
// and has the kept pages read again.
func (b *beliefs) correct(r *http.Request, of storage.SiteStatus) (view, error) {
	if !b.editable() {
		return view{}, notFound("nothing can be corrected here: hadal serve was started with --read-only")
	}
	if err := r.ParseForm(); err != nil {
		return view{}, badRequest("this form cannot be read")
	}
	b.correcting.Lock() // what is saved is what was looked at
	defer b.correcting.Unlock()
	is, err := b.basis(r.Context(), of)
	if err != nil {
		return view{}, err
	}
	if print := r.PostFormValue("print"); print != is.print() && print != "" {
		return view{}, status{http.StatusConflict, "what is believed has changed meanwhile: open the page again"}
	}
	now := is
	if r.PostForm.Has("questions") {
		if now.profile, err = b.files.Ask(now.profile, strings.ReplaceAll(r.PostFormValue("questions"), "\r\n", "\n")); err != nil {
			return view{}, badRequest(err.Error())
		}
	}
	if now.profile, err = correct.Apply(now.profile, is.profile.Always(), r.PostForm); err != nil {
		return view{}, badRequest(err.Error())
	}
	if now.text, err = b.files.Write(r.Context(), is.of, now.profile); err != nil {
		return view{}, err
	}
	if _, err := b.files.Read(is.file, now.text); err != nil {
		return view{}, badRequest(err.Error())
	}
	if r.PostFormValue("action") == "save" {
		if err := b.files.Save(is.of.Name, now.text); err != nil {
			return view{}, err
		}
		v, err := b.begin(runs.Order{Site: is.of.Name, Replay: true})
		if err != nil {
			err = status{http.StatusConflict, "It is saved as " + is.file + ", but the kept pages were not read again: " + err.Error() + ". hadal replay does it."}
		}
		return v, err
	}
	d, err := b.page(now)
	d.Print, d.Changes, d.Given = is.print(), correct.Changes(is.text, now.text), r.PostForm
	d.Given.Del("action")
	return view{name: "preview", title: "What this changes", site: d.Site, data: d}, err
}

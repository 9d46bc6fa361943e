package dashboard

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/dashboard/runs"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/storage"
)

// Files are the site profiles that a person corrects: YAML files, as hadal init writes them.
type Files interface {
	// Saved returns the name of a site's file, without its directory, and what it says; the
	// text is nil where there is none yet.
	Saved(site string) (name string, text []byte, err error)
	// Read reads what a file says.
	Read(name string, text []byte) (harvest.Profile, error)
	// Write writes what is believed about a site.
	Write(ctx context.Context, of storage.SiteStatus, p harvest.Profile) ([]byte, error)
	// Save writes a site's file, once Read can read it.
	Save(site string, text []byte) error
}

// roleOf is a role that a control may have, and what that means.
type roleOf struct {
	Name string `json:"role"`
	Help string `json:"help"`
}

// roles are those that a person may give a control. NotAsked is what an excluded one has.
var roles = []roleOf{{"query", "words go here"}, {"category", "a menu that divides the records"}, {"range-min", "a lower bound"}, {"range-max", "an upper bound"},
	{"date", "a date"}, {"place", "a place"}, {"number", "a number"}, {"sort", "the order of the results"}, {"page-size", "rows a page"}, {"operator", "how words are joined"},
	{notAsked, "how it looks: left as it is, never asked"}, {"other", "something else that may be varied"}, {"token", "a token of the site"}, {"submit", "the button"}}

const notAsked = "view"

// kinds are the types that a column may have.
var kinds = []string{"text", "number", "money", "date", "url", "image", "list"}

type beliefsPage struct {
	Site     string        `json:"site"`
	File     string        `json:"file"`  // that a correction is saved as
	Saved    bool          `json:"saved"` // it is there
	Frozen   bool          `json:"frozen"`
	Form     *formOf       `json:"form"`
	Why      []string      `json:"why"`
	Can      []ability     `json:"can"`
	Region   string        `json:"region"`
	Record   string        `json:"record"`
	Next     string        `json:"next"`
	Empty    string        `json:"empty"`
	Columns  []believed    `json:"columns"`
	Roles    []roleOf      `json:"-"`
	Kinds    []string      `json:"-"`
	Text     string        `json:"yaml"`
	Print    string        `json:"-"` // of what the form was made from
	Preview  bool          `json:"-"`
	Changes  []changedLine `json:"-"`
	Given    url.Values    `json:"-"` // of the form, to be sent again
	Editable bool          `json:"-"`
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
	Name   string `json:"name"`
	Kind   string `json:"kind"`
	Title  bool   `json:"title,omitempty"`
	Label  string `json:"label,omitempty"`
	Select string `json:"select,omitempty"`
	Rows   int    `json:"rows"`
	Odd    int    `json:"odd"`
	Only   string `json:"only,omitempty"`
}

// basis returns what a site is believed to be: the file that a person corrected, or what the
// latest harvest learned, and that as text.
func (s *Server) basis(r *http.Request) (of storage.SiteStatus, p harvest.Profile, file string, saved bool, text []byte, err error) {
	ctx, site := r.Context(), r.PathValue("site")
	if of, err = s.status(ctx, site); err != nil {
		return
	}
	if p, err = s.Store.Profile(ctx, site); err != nil || s.Files == nil {
		return
	}
	if file, text, err = s.Files.Saved(site); err != nil {
		return
	}
	if saved = text != nil; saved {
		p, err = s.Files.Read(file, text)
		return
	}
	text, err = s.Files.Write(ctx, of, p)
	return
}

// beliefs shows what is believed about a site, to be corrected.
func (s *Server) beliefs(r *http.Request) (view, error) {
	_, p, file, saved, text, err := s.basis(r)
	if err != nil {
		return view{}, err
	}
	d := s.believedOf(r.PathValue("site"), p, text)
	d.File, d.Saved = file, saved
	return view{name: "beliefs", title: "What it believes", site: d.Site, data: d}, nil
}

func (s *Server) believedOf(site string, p harvest.Profile, text []byte) beliefsPage {
	d := beliefsPage{Site: site, Frozen: p.Frozen, Why: append([]string{}, p.Why...), Can: []ability{}, Region: p.Wrapper.Region, Record: p.Wrapper.Record, Next: p.Wrapper.Next, Empty: p.Empty,
		Columns: []believed{}, Roles: roles, Kinds: kinds, Text: string(text), Print: print(text), Editable: s.Files != nil && s.Runs != nil}
	for _, c := range p.Capabilities {
		d.Can = append(d.Can, ability{c.Name, string(c.Verdict), c.Value})
	}
	for _, c := range p.Wrapper.Columns {
		kind := c.Kind
		if kind == "" {
			kind = "text"
		}
		d.Columns = append(d.Columns, believed{c.Name, kind, c.Title, c.Label, c.Select, c.Rows, c.Odd, c.Only})
	}
	if f := p.Form; f != nil {
		d.Form = &formOf{Method: f.Method, Action: f.Action.String(), Page: f.Page.String(), Score: f.Score, Reasons: f.Reasons}
		for _, c := range f.Fields {
			one := control{Name: c.Name, Label: c.Label, Kind: string(c.Control), Role: string(c.Role), Score: c.Score, Options: len(c.Options), Examples: []string{}}
			for _, o := range c.Options[:min(len(c.Options), 4)] {
				one.Examples = append(one.Examples, o.Label)
			}
			for _, b := range p.Fixed {
				if b.Name == c.Name {
					one.Fixed = b.Value
				}
			}
			d.Form.Fields = append(d.Form.Fields, one)
		}
	}
	return d
}

// print tells whether a text is still what it was.
func print(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// correct takes a correction: first it shows what that changes in the file, then it saves it
// and has the kept pages read again.
func (s *Server) correct(w http.ResponseWriter, r *http.Request) error {
	if s.Files == nil || s.Runs == nil {
		return status{http.StatusNotFound, "nothing can be corrected here: hadal serve was started with --read-only"}
	}
	of, p, file, saved, text, err := s.basis(r)
	if err != nil {
		return err
	}
	if err := r.ParseForm(); err != nil {
		return status{http.StatusBadRequest, "this form cannot be read"}
	}
	if r.PostFormValue("print") != print(text) && r.PostFormValue("print") != "" {
		return status{http.StatusConflict, "what is believed has changed meanwhile: open the page again"}
	}
	p, err = corrected(p, r.PostForm)
	if err != nil {
		return err
	}
	now, err := s.Files.Write(r.Context(), of, p)
	if err != nil {
		return err
	}
	if _, err := s.Files.Read(file, now); err != nil {
		return status{http.StatusBadRequest, err.Error()}
	}
	if r.PostFormValue("action") == "save" {
		if err := s.Files.Save(of.Name, now); err != nil {
			return err
		}
		return s.begin(w, r, runs.Order{Site: of.Name, Replay: true})
	}
	d := s.believedOf(of.Name, p, now)
	d.File, d.Saved, d.Print, d.Preview = file, saved, print(text), true
	d.Changes, d.Given = changes(string(text), string(now)), r.PostForm
	d.Given.Del("action")
	return s.render(w, r, http.StatusOK, view{name: "preview", title: "What this changes", site: of.Name, data: d})
}

// corrected returns a profile with what a person says about it. A part that the form does
// not have stays as it is.
func corrected(p harvest.Profile, given url.Values) (harvest.Profile, error) {
	bad := func(text string) (harvest.Profile, error) { return p, status{http.StatusBadRequest, text} }
	if p.Form != nil {
		form := *p.Form
		form.Fields = slices.Clone(form.Fields)
		p.Fixed = slices.Clone(p.Fixed)
		for i := range form.Fields {
			f := &form.Fields[i]
			n := strconv.Itoa(i)
			if role := given.Get("role." + n); role != "" && role != string(f.Role) {
				if !slices.ContainsFunc(roles, func(r roleOf) bool { return r.Name == role }) {
					return bad("there is no role " + role)
				}
				f.Role, f.Score = as(f.Role, role), 1
			}
			if given.Has("fixed." + n) {
				value := strings.TrimSpace(given.Get("fixed." + n))
				at := -1
				for k, b := range p.Fixed {
					if b.Name == f.Name {
						at = k
					}
				}
				switch {
				case value == "" && at >= 0:
					p.Fixed = slices.Delete(p.Fixed, at, at+1)
				case value != "" && at >= 0:
					p.Fixed[at].Value = value
				case value != "":
					p.Fixed = append(p.Fixed, page.Pair{Name: f.Name, Value: value})
				}
			}
		}
		p.Form = &form
	}
	var columns = p.Wrapper.Columns[:0:0]
	names, hidden := map[string]bool{}, false
	for i, c := range p.Wrapper.Columns {
		n := strconv.Itoa(i)
		if given.Has("hide." + n) {
			hidden, p.Frozen = true, true // else it would be found again
			continue
		}
		if given.Has("name." + n) {
			if c.Name = strings.TrimSpace(given.Get("name." + n)); c.Name == "" || len(c.Name) > 100 {
				return bad("a column needs a name of at most 100 letters")
			}
		}
		if names[c.Name] {
			return bad("two columns are called " + c.Name)
		}
		names[c.Name] = true
		if kind := given.Get("kind." + n); kind != "" {
			if !slices.Contains(kinds, kind) {
				return bad("there is no type " + kind)
			}
			if c.Kind = kind; kind == "text" {
				c.Kind = ""
			}
		}
		columns = append(columns, c)
	}
	p.Wrapper.Columns = columns
	if given.Has("next") {
		p.Wrapper.Next = strings.TrimSpace(given.Get("next"))
	}
	if given.Has("freezing") {
		p.Frozen = given.Has("frozen") || hidden
	}
	return p, nil
}

// as gives a text the type of another.
func as[T ~string](_ T, text string) T { return T(text) }

// changedLine is a line of two texts that are compared.
type changedLine struct {
	Sign string // "+", "-", " ", or "…" for lines that are left out
	Text string
}

// changes compares two texts by their lines; of what is the same only what stands around a
// change is told.
func changes(before, after string) (out []changedLine) {
	a, b := strings.Split(strings.TrimRight(before, "\n"), "\n"), strings.Split(strings.TrimRight(after, "\n"), "\n")
	const most = 3000
	if len(a) > most || len(b) > most {
		return []changedLine{{"…", "too long to compare"}}
	}
	common := make([][]uint16, len(a)+1) // of what follows
	for i := range common {
		common[i] = make([]uint16, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	var all []changedLine
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			all = append(all, changedLine{" ", a[i]})
			i, j = i+1, j+1
		case i < len(a) && (j == len(b) || common[i+1][j] >= common[i][j+1]):
			all = append(all, changedLine{"-", a[i]})
			i++
		default:
			all = append(all, changedLine{"+", b[j]})
			j++
		}
	}
	const around = 2
	for i, l := range all {
		near := false
		for _, k := range all[max(0, i-around):min(len(all), i+around+1)] {
			near = near || k.Sign != " "
		}
		if near {
			out = append(out, l)
		} else if n := len(out); n > 0 && out[n-1].Sign != "…" {
			out = append(out, changedLine{"…", ""})
		}
	}
	return out
}

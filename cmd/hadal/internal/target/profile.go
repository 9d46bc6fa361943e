package target

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/net/html/charset"

	"github.com/hadal-crawler/hadal/cmd/hadal/internal/exit"
	"github.com/hadal-crawler/hadal/cmd/hadal/internal/show"
	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/internal/questions"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/querygen/plan"
	"github.com/hadal-crawler/hadal/storage"
)

// IsProfile reports whether a TARGET of the command line is a file.
func IsProfile(arg string) bool {
	return (strings.HasSuffix(arg, ".yaml") || strings.HasSuffix(arg, ".yml")) && !strings.Contains(arg, "://")
}

// AsProfile reads a file that is a site profile, not a configuration: it has where one site
// begins at its margin, and something that only a profile has.
func AsProfile(file string) (site harvest.Site, is bool, err error) {
	if file == "" {
		return site, false, nil
	}
	data, err := os.ReadFile(file)
	if err != nil || !config.Resembles(file, data, harvest.SiteProfile{}) {
		return site, false, nil // whoever reads it as a configuration tells why
	}
	site, _, err = ParseProfile(file, data)
	return site, true, err
}

// ReadProfile reads a site profile that a person may have edited.
func ReadProfile(file string) (harvest.Site, harvest.Profile, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return harvest.Site{}, harvest.Profile{}, exit.Config(fmt.Errorf("read the site profile: %w", err))
	}
	return ParseProfile(file, data)
}

// ParseProfile reads the text of a site profile; file is its name, for messages.
func ParseProfile(file string, data []byte) (harvest.Site, harvest.Profile, error) {
	var p harvest.SiteProfile
	if err := config.ReadDocument(file, data, &p, allowed); err != nil {
		return harvest.Site{}, p.Profile, exit.Config(err)
	}
	if err := checkProfile(file, data, p); err != nil {
		return harvest.Site{}, p.Profile, exit.Config(err)
	}
	site, profile := p.Beliefs()
	if profile.Form != nil {
		form := profile.Form.Said()
		profile.Form = &form
	}
	return site, profile, nil
}

// ParseQuestions reads the text of a plan of questions from somebody who may see no file but
// those that an earlier plan names already.
func ParseQuestions(file string, data []byte, earlier *questions.Plan) (*questions.Plan, error) {
	var p questions.Plan
	if err := config.ReadDocument(file, data, &p, allowed); err != nil {
		return nil, err
	}
	known := earlier.Lists()
	for _, l := range p.Lists() {
		if name := l.Values.File; name != "" && !slices.ContainsFunc(known, func(k questions.Place) bool { return k.Values.File == name }) {
			return nil, config.At(file, data, "a file cannot be named here: write its values, or name it in the site profile itself", append(l.Path, "file")...)
		}
	}
	for _, wrong := range p.Check() {
		return nil, config.At(file, data, wrong.Message, wrong.Path...)
	}
	return &p, nil
}

// checkProfile holds a profile against what a harvest can use.
func checkProfile(file string, data []byte, p harvest.SiteProfile) error {
	switch {
	case p.Start.IsZero():
		return config.At(file, data, "start: a site profile needs the URL where the site begins")
	case p.Name == "" || strings.ContainsFunc(p.Name, func(r rune) bool { return unicode.IsSpace(r) || visible.Hostile(r) }):
		return config.At(file, data, "name: must be the site's short name, without spaces and control characters", "name")
	}
	if f := p.Form; f != nil {
		if f.Action.IsZero() && f.ByScript() == "" || f.Page.IsZero() || f.ID == "" {
			return config.At(file, data, "form: needs id, page and action; take out the whole of it to have it found anew", "form")
		}
		if _, known := charset.Lookup(f.Charset); f.Charset != "" && known == "" {
			return config.At(file, data, fmt.Sprintf("charset: %q is no encoding: write one such as utf-8 or windows-1252", f.Charset), "form", "charset")
		}
		if f.Lang != "" && !page.IsLanguage(f.Lang) {
			return config.At(file, data, fmt.Sprintf(noLanguage, f.Lang), "form", "lang")
		}
	}
	if p.Lang != "" && !page.IsLanguage(p.Lang) {
		return config.At(file, data, fmt.Sprintf(noLanguage, p.Lang), "lang")
	}
	for i, c := range p.Capabilities {
		said := config.Capability{Name: string(c.Name), Verdict: string(c.Verdict)}
		if said.Verdict == "yes" {
			said.Value = c.Value
		}
		if err := config.Check("capabilities", []config.Capability{said}); err != nil {
			return config.At(file, data, err.Error(), "capabilities", fmt.Sprint(i))
		}
	}
	if p.Questions != nil {
		for _, wrong := range p.Questions.Check() {
			return config.At(file, data, "questions: "+wrong.Message, append([]string{"questions"}, wrong.Path...)...)
		}
		if path, err := misunderstood(p.Form, p.Questions); err != nil {
			return config.At(file, data, "questions: "+err.Error(), append([]string{"questions"}, path...)...)
		}
	}
	if !p.Keys.Known() {
		return config.At(file, data, fmt.Sprintf("keys: %q is neither empty nor title, row, both, nor an attribute (@tr data-id)", p.Keys), "keys")
	}
	for part, err := range map[string]error{"wrapper": p.Wrapper.Check(), "details": p.Details.Check()} {
		if err != nil {
			return config.At(file, data, err.Error(), append([]string{part}, placeIn(err.Error())...)...)
		}
	}
	return nil
}

const noLanguage = "lang: %q is no code of a language: write one such as de or pt-br"

// allowed are the only values of members of a profile, by Type.member.
var allowed = map[string][]string{
	"Form.method":   {"GET", "POST"},
	"Form.purpose":  {string(forms.Search), string(forms.OtherPurpose), "login", "registration", "password-recovery", "contact", "mailing-list", "order"},
	"Field.control": kinds(),
	"Field.role":    config.Roles,
	"Field.part":    {"day", "month", "year", "time"},
	"Part.is":       {endpoint.PartControl, endpoint.PartPage, endpoint.PartOffset, endpoint.PartCursor, endpoint.PartSize, endpoint.PartToken, endpoint.PartTime},
	"Browsing.by":   {string(forms.ByEnter), string(forms.ByTyping), string(forms.ByButton)},
	"Column.kind":   extract.Kinds,
}

func kinds() []string {
	out := []string{"select", "textarea", "picker", string(control.Before)}
	for _, k := range control.Inputs {
		out = append(out, string(k))
	}
	return out
}

// misunderstood returns what in a plan of questions the profile's own form does not have, where
// no record and no other page has to tell it.
func misunderstood(f *forms.Form, q *questions.Plan) (path []string, err error) {
	if f == nil || q.Then != nil || slices.ContainsFunc(q.Lists(), func(l questions.Place) bool { return l.Values.From != "" }) {
		return nil, nil
	}
	_, err = plan.New(querygen.Options{Form: f.Said(), Questions: q})
	if m, ok := errors.AsType[*plan.Misunderstood](err); ok {
		return m.Path, err
	}
	for i, c := range q.Controls {
		if len(c.Always.List) > 0 && !plan.BeforeSearch(*f, c.Control) && !endpoint.OwnControl(c.Control) {
			if _, _, err := f.Settle(c.Control, c.Always.List); err != nil {
				return []string{"controls", fmt.Sprint(i), "always"}, err
			}
		}
	}
	return nil, nil
}

// ProfileSchema returns the JSON schema of site profiles.
func ProfileSchema() ([]byte, error) {
	return config.DocumentSchema("hadal site profile", harvest.SiteProfile{}, []string{"name", "start"}, allowed)
}

// placeIn returns the path that an error of Wrapper.Check begins with:
// "columns[2]: select: ...".
func placeIn(message string) (path []string) {
	for _, part := range strings.Split(message, ": ") {
		name, index, ok := strings.Cut(strings.TrimSuffix(part, "]"), "[")
		if strings.Contains(name, " ") {
			break
		}
		path = append(path, name)
		if ok {
			path = append(path, index)
		}
	}
	return path
}

// Examples returns values of a site's fields, by name, from its first records.
func Examples(ctx context.Context, db *storage.DB, site string) (map[string][]string, error) {
	examples := map[string][]string{}
	n := 0
	for r, err := range db.Records(ctx, site) {
		if err != nil {
			return nil, err
		}
		exampleValues(examples, r.Fields)
		if n++; n == 50 {
			break
		}
	}
	return examples, nil
}

// WriteProfile returns a site profile as YAML, each part with its evidence.
// examples are values of fields, by name; aside is what was left aside, and how to ask it.
func WriteProfile(site harvest.Site, p harvest.Profile, requests int, now time.Time, examples map[string][]string, aside []string) ([]byte, error) {
	if p.Wrapper.Unplaced() && !slices.ContainsFunc(p.Endpoints, func(e endpoint.Endpoint) bool { return len(e.Answer.Columns) > 0 }) {
		p.Wrapper = likeliest(p, examples)
	}
	described := p.Describe(site)
	comments := map[string]string{
		"": fmt.Sprintf(`What hadal believes about %s, after %s (%s).

Whatever stands here is believed: change it where it is wrong, take out a part
to have it found anew. hadal harvest THIS-FILE uses it; hadal init --check
THIS-FILE tells where the site has changed since.`, site.Start, show.Plural(requests, "request"), now.UTC().Format(time.DateOnly)),
		"frozen": `true: nothing below is learned on, pages that it does not fit are read one by
one. false: what stands here is where learning goes on from.`,
		"seeds":      "Words of the site's own pages, asked first.",
		"background": "Fingerprints of what the site shows to a word that nobody uses: template, not\nresults. Not for reading; without it, it is learned anew.",
		"endpoints":  "The requests by which the page's own script gets the records. They are asked in\nplace of the page, without a browser: take one out to have it found anew, or\nswitch all off with direct: {off: true}.",
		"direct":     "off: the requests behind the pages are neither looked for nor asked.",
		"browser":    "Whether the site is shown in a browser, by what its form is sent there (enter, typing,\nbutton; empty: by a request), and why.",
		"barren":     "Search forms of the site, by their ids, that brought nothing: they are not asked.",
		"keys":       "Records share addresses: their titles tell them apart.",
		"questions":  "What is asked, as in an entry of sites (docs/strategies.md).",
	}
	if described.Form == nil {
		comments["seeds"] = "No search form was found.\n\n" + comments["seeds"]
	} else {
		formComments(comments, *described.Form)
	}
	if len(p.Capabilities) > 0 {
		comments["capabilities"] = "What the interface can do, as its answers showed; what is said here is not\nprobed again. verdict: yes or no."
	}
	if p.Empty != "" {
		comments["empty"] = "What the site says where nothing is found: so it answered a made-up word."
	}
	if w := p.Wrapper; !w.Unplaced() || len(w.Columns) > 0 {
		wrapperComments(comments, w, examples)
	}
	for i, e := range p.Endpoints {
		if len(e.Answer.Columns) > 0 {
			comments[fmt.Sprintf("endpoints.%d.answer", i)] = "Columns stand in the order of a record's cells, and may be renamed; \"\" is its title, or\nhas no name yet." + exampled(e.Answer.Columns, examples)
		}
	}
	if p.Details.Pages > 0 {
		comments["details"] = fmt.Sprintf("What the pages of single records show, learned from %d of them. Columns with\n`only` had one value on all of them, and are left out as template.", p.Details.Pages)
	}
	if unsure := append(doubts(described.Profile), aside...); len(unsure) > 0 {
		comments[""] += "\n\nUnsure:\n- " + strings.Join(unsure, "\n- ")
	}
	text, err := config.WriteDocument(described, comments)
	if err != nil || described.Form == nil || described.Questions != nil {
		return text, err
	}
	return appendPlan(text, described.Profile)
}

// likeliest returns the wrapper as far as it was learned. Where pages show data instead of a
// list, or each was read by itself, its columns are those of the records, found by what the
// site calls them.
func likeliest(p harvest.Profile, examples map[string][]string) extract.Wrapper {
	if w := p.Learning.Likeliest(); !w.Unplaced() && len(p.Endpoints) == 0 {
		return w.Following(p.Wrapper)
	}
	for _, name := range slices.Sorted(maps.Keys(examples)) {
		if !slices.ContainsFunc(p.Wrapper.Columns, func(c extract.Column) bool { return c.Name == name }) {
			p.Wrapper.Columns = append(p.Wrapper.Columns, extract.Column{Name: name, Label: name})
		}
	}
	return p.Wrapper
}

// appendPlan adds to a profile the plan that auto would follow, as comments: a person who
// wants less takes the marks away, and what is not wanted.
func appendPlan(text []byte, p harvest.Profile) ([]byte, error) {
	offered, unbounded := plan.Offered(*p.Form)
	said := "What auto divides, in its order; to ask less, take the marks away from here to the\nend, and what is not to be asked (docs/strategies.md)."
	if len(unbounded) > 0 {
		said += "\nNo ends are known, so write a range where you know one: " + strings.Join(unbounded, ", ") + "."
	}
	switch {
	case len(offered.Controls) > 0:
	case len(p.Seeds) > 0:
		offered.Words.List = p.Seeds[:min(len(p.Seeds), 10)]
	default:
		return text, nil
	}
	block, err := config.WriteDocument(struct {
		Questions questions.Plan `json:"questions"`
	}{offered}, nil)
	if err != nil {
		return nil, err
	}
	text = append(text, '\n')
	for line := range strings.Lines(said + "\n" + string(block)) {
		text = append(text, "# "+visible.Line(strings.TrimRight(line, "\n"))+"\n"...)
	}
	return text, nil
}

// Below what something is told to be unsure.
const (
	sureness = 0.6 // of roles
	filled   = 0.2 // of a column, among all records
)

// doubts returns what a profile's writer is unsure of, each with what to set.
func doubts(p harvest.Profile) (out []string) {
	if f := p.Form; f != nil {
		for i, field := range f.Fields {
			if field.Score < sureness && field.Control != "hidden" && !slices.Contains([]forms.Role{forms.SubmitRole, forms.Token, forms.OtherRole}, field.Role) {
				out = append(out, fmt.Sprintf("%q is taken for %s (%.0f %%): set form.fields[%d].role, or leave: true in questions.", show.Short(cmp.Or(field.Label, field.Name), 60), field.Role, 100*field.Score, i))
			}
		}
	}
	for _, c := range p.Wrapper.Columns {
		if c.Rows > 0 && float64(c.Rows) < filled*float64(p.Wrapper.Records) {
			out = append(out, fmt.Sprintf("column %q is in %s of %s records: set drop: true where it is none.", show.Short(c.Name, 60), show.Count(c.Rows), show.Count(p.Wrapper.Records)))
		}
	}
	if p.Form != nil && p.Wrapper.Unplaced() && len(p.Wrapper.Columns) == 0 && len(p.Endpoints) == 0 {
		out = append(out, "no answer had records from which columns could be learned: set questions, with values that have some.")
	}
	return out
}

func formComments(comments map[string]string, f forms.Form) {
	comments["form"] = fmt.Sprintf("The search form, %.0f %% sure (%s).\nroles: query is where words go, category is a menu that divides the records,\nrange-min and range-max are bounds, other is never bound where you write it; see roles in\nconfig.yaml.",
		100*f.Score, strings.Join(f.Reasons[:min(3, len(f.Reasons))], "; "))
	for i, field := range f.Fields {
		label := field.Label
		if label == "" {
			label = field.Name
		}
		if label == "" {
			label = "(no name)"
		}
		comments[fmt.Sprintf("form.fields.%d", i)] = fmt.Sprintf("%q: %s, %.0f %% sure", show.Short(label, 60), field.Role, 100*field.Score)
	}
}

func wrapperComments(comments map[string]string, w extract.Wrapper, examples map[string][]string) {
	for i, c := range w.Columns {
		if values := examples[c.Name]; c.Rows == 0 && len(values) > 0 {
			comments[fmt.Sprintf("wrapper.columns.%d", i)] = quoted(values)
		}
	}
	if w.Unplaced() {
		comments["wrapper"] = `What records have, by what the site calls it (label). Rename columns as you like, or say
more of one: kind is its type, pattern: 'by (.+)' keeps the part in ( ), required that
nothing is a record without it, key that it tells records apart, drop leaves it out.`
		return
	}
	comments["wrapper"] = fmt.Sprintf(`Where result pages have their records, learned from %s with %s.
All places are CSS selectors: region is the element around the records, record
one of them within it. A column is found by its label, or by its selector within
the record; nth is the how manieth text there. Rename columns as you like, or say
more of one: pattern: 'by (.+)' keeps the part in ( ), kind its type, required that
nothing is a record without it, key that it tells records apart, drop leaves it
out. A line of your own, {name: isbn, select: .cover, attribute: data-isbn}, adds
one; under details, one of the records' own pages.`, show.Plural(w.Pages, "page"), show.Plural(w.Records, "record"))
	if w.Group != "" {
		comments["wrapper.group"] = "The column for the heading that groups of records stand under; \"-\" leaves it out."
	}
	for i, c := range w.Columns {
		if c.Rows == 0 {
			continue // a person's
		}
		said := fmt.Sprintf("in %s of %s records", show.Count(c.Rows), show.Count(w.Records))
		switch values := examples[c.Name]; {
		case c.Only != "":
			said += fmt.Sprintf(", always %q", show.Short(c.Only, 40))
		case len(values) > 0:
			said += ": " + quoted(values)
		}
		if c.Kind != "" && c.Kind != "list" {
			said += fmt.Sprintf("; %s", c.Kind)
			if c.Odd > 0 {
				said += fmt.Sprintf(", but for %s", show.Count(c.Odd))
			}
		}
		comments[fmt.Sprintf("wrapper.columns.%d", i)] = said
	}
}

func quoted(values []string) string {
	var quotes []string
	for _, v := range values {
		quotes = append(quotes, fmt.Sprintf("%q", show.Short(v, 40)))
	}
	return strings.Join(quotes, ", ")
}

// exampled is a line for each column that has examples.
func exampled(columns []string, examples map[string][]string) (out string) {
	for _, c := range columns {
		if len(examples[c]) > 0 {
			out += fmt.Sprintf("\n%s: %s", c, quoted(examples[c]))
		}
	}
	return out
}

// exampleValues adds values of a record to those kept of each field.
func exampleValues(examples map[string][]string, fields []extract.Field) {
	for _, f := range fields {
		if held := examples[f.Name]; len(held) < 2 && f.Value != "" && !slices.Contains(held, f.Value) {
			examples[f.Name] = append(held, f.Value)
		}
	}
}

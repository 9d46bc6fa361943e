package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strconv"

	"github.com/hadal-crawler/hadal/internal/nearest"
	"github.com/hadal-crawler/hadal/internal/questions"
)

// plans returns what is wrong with the plans that have a name.
func (l *loader) plans(s *Settings) (problems []Problem) {
	for i := range s.Plans {
		p := &s.Plans[i]
		at := []string{"plans", strconv.Itoa(i)}
		switch {
		case siteName(p.Name) != "":
			problems = append(problems, l.near("plans: name "+siteName(p.Name), append(at, "name")...))
		case slices.ContainsFunc(s.Plans[:i], func(o questions.Named) bool { return o.Name == p.Name }):
			problems = append(problems, l.near(fmt.Sprintf("plans: name %q is taken by another plan", p.Name), append(at, "name")...))
		}
		problems = append(problems, l.plan(&p.Questions, append(at, "questions")...)...)
	}
	return problems
}

// questions gives a site's entry the plan that it names, and returns what is wrong with its
// questions.
func (l *loader) questions(s *Settings, site *Site, index int) (problems []Problem) {
	at := []string{"sites", strconv.Itoa(index)}
	site.SiteSettings.Questions = site.Questions
	if site.Plan != "" {
		var known []string
		for i := range s.Plans {
			if known = append(known, s.Plans[i].Name); s.Plans[i].Name == site.Plan {
				site.SiteSettings.Questions = &s.Plans[i].Questions
			}
		}
		switch {
		case site.Questions != nil:
			return []Problem{l.near("plan and questions exclude each other: take out one of them", append(at, "plan")...)}
		case !slices.Contains(known, site.Plan):
			return []Problem{l.near(fmt.Sprintf("there is no plan %q%s: write it into plans, with a name and questions", site.Plan, nearest.Hint(site.Plan, known)), append(at, "plan")...)}
		}
	}
	if l.rank("fixed", l.sites[index]) < fromEnvironment { // what the plan of the site says is more to the point
		site.Fixed = slices.DeleteFunc(slices.Clone(site.Fixed), func(b Binding) bool { return site.SiteSettings.Questions.Said(b.Name) == "always" })
	}
	if site.Questions != nil {
		problems = l.plan(site.Questions, append(at, "questions")...)
	}
	for i, r := range site.Roles {
		if said := site.SiteSettings.Questions.Said(r.Name); r.Value == "other" && said != "" {
			problems = append(problems, l.near(fmt.Sprintf("roles: %q is nothing to search by (other) and never bound, but questions has %s of it: take out one of them", r.Name, said), append(at, "roles", strconv.Itoa(i))...))
		}
	}
	if p := site.SiteSettings.Questions; len(site.Form) > 1 && p != nil && len(p.Controls) > 0 {
		problems = append(problems, l.problem("form", index, "questions: controls "+OfOneForm))
	}
	if p := site.Asked(); p.Asks() && site.Strategy != "auto" {
		problems = append(problems, l.problem("strategy", index, fmt.Sprintf("strategy %s and a plan of questions exclude each other: a plan narrows strategy auto; take out strategy, or the plan's values", site.Strategy)))
	}
	return problems
}

// idleWith are settings that have no effect beside others, and why.
var idleWith = []struct {
	setting string
	why     func(SiteSettings) string
}{
	{"seed-words", func(s SiteSettings) string {
		if s.Questions != nil && s.Questions.Words.NothingElse {
			return "nothing-else of the plan says that no other words are asked; take out one of them"
		}
		if s.Strategy != "drilldown" {
			return ""
		}
		return fmt.Sprintf("strategy %s begins with none; take out one of them", s.Strategy)
	}},
	{"columns", func(s SiteSettings) string {
		if s.Details != "never" {
			return ""
		}
		return "details: never has no page of a record read for them; take out one of them"
	}},
	{"details-links", func(s SiteSettings) string {
		if s.Details != "never" {
			return ""
		}
		return "details: never has no page of a record read; take out one of them"
	}},
}

// termsAlone is the strategy of old files that asks terms and nothing else.
const termsAlone = "terms"

// beginsWithWords reports whether a strategy takes the words of a plan to begin with.
func beginsWithWords(strategy string) bool { return strategy == "focused" || strategy == "glimpse" }

// Asked returns the plan of questions with what flags and older settings say beside it; nil
// where nothing is said.
func (s SiteSettings) Asked() *questions.Plan {
	var bound []questions.Control
	for _, b := range s.Fixed {
		at := slices.IndexFunc(bound, func(c questions.Control) bool { return c.Control == b.Name })
		if at < 0 {
			at, bound = len(bound), append(bound, questions.Control{Control: b.Name, Setting: "fixed"})
		}
		bound[at].Always.List = append(bound[at].Always.List, b.Value)
	}
	if len(bound)+len(s.Terms) == 0 {
		return s.Questions
	}
	p := s.Questions.With(bound)
	if len(s.Terms) > 0 {
		last := p
		for last.Then != nil {
			next := *last.Then
			last.Then = &next
			last = &next
		}
		last.Words = questions.Words{NothingElse: !beginsWithWords(s.Strategy)}
		last.Words.Add(s.Terms)
	}
	return p
}

// older returns what stands in the file in an older way, and what to write instead.
func (l *loader) older() (out []Problem) {
	for _, k := range keysOf(reflect.TypeFor[SiteSettings]()) {
		if k.older == "" {
			continue
		}
		for i, entry := range append([]map[string]any{l.top}, l.sites...) {
			if list, _ := entry[k.name].([]any); len(list) > 0 {
				message := fmt.Sprintf("%s is an older way to say it: write questions: %s into the entry of the site", k.name, k.older)
				at := []string{k.name}
				if i > 0 {
					at = []string{"sites", strconv.Itoa(i - 1), k.name}
				}
				out = append(out, l.near(message, at...))
			}
		}
	}
	return out
}

// idle returns what stands in the file and has no effect, as far as the file itself tells.
func (l *loader) idle(s *Settings) (out []Problem) {
	for i, p := range s.Plans {
		if !slices.ContainsFunc(s.Sites, func(site Site) bool { return site.Plan == p.Name }) {
			out = append(out, l.near(fmt.Sprintf("plan %q has no effect: no site names it; write plan: %s into an entry of sites", p.Name, p.Name), "plans", strconv.Itoa(i), "name"))
		}
	}
	for i, site := range s.Sites {
		if _, err := os.Stat(site.Profile); site.Profile != "" && errors.Is(err, fs.ErrNotExist) && l.rank("profile", l.sites[i]) == 2 {
			out = append(out, l.near(fmt.Sprintf("there is no file %s yet: hadal init %s --output %[1]s writes it", site.Profile, site.Name), "sites", strconv.Itoa(i), "profile"))
		}
	}
	for _, of := range idleWith {
		used := false
		for i, site := range s.Sites {
			why := of.why(site.SiteSettings)
			used = used || why == ""
			if list, _ := l.sites[i][of.setting].([]any); len(list) > 0 && why != "" {
				out = append(out, l.near(of.setting+" has no effect: "+why, "sites", strconv.Itoa(i), of.setting))
			}
		}
		if list, _ := l.top[of.setting].([]any); len(list) > 0 && !used && of.why(s.SiteSettings) != "" {
			out = append(out, l.near(of.setting+" has no effect: "+of.why(s.SiteSettings), of.setting))
		}
	}
	return out
}

// plan returns what is wrong with a plan that stands at a path.
func (l *loader) plan(p *questions.Plan, at ...string) (problems []Problem) {
	for _, w := range p.Check() {
		problems = append(problems, l.near(w.Message, slices.Concat(at, w.Path)...))
	}
	return problems
}

// near returns a problem with what a path of the file leads to, or with what is around it.
func (l *loader) near(message string, path ...string) Problem {
	return problemAt(l.file, tokenNear(l.tree, path), message)
}

// BlamePlan is Blame for a place in the plan of questions of a site.
func BlamePlan(src Source, site string, path []string, message string) error {
	name := cmp.Or(src.File, FileName)
	data, err := os.ReadFile(name)
	if err != nil {
		return &Error{[]Problem{{Message: message}}}
	}
	l, err := newLoader(name, data, src.Flags)
	if err != nil {
		return &Error{[]Problem{{Message: message}}}
	}
	at := []string{}
	for i, entry := range l.sites {
		if entry["name"] != site {
			continue
		}
		at = []string{"sites", strconv.Itoa(i), "questions"}
		plans, _ := l.top["plans"].([]any)
		for j, p := range plans {
			if named, _ := p.(map[string]any); entry["plan"] != nil && named["name"] == entry["plan"] {
				at = []string{"plans", strconv.Itoa(j), "questions"}
			}
		}
	}
	return &Error{[]Problem{l.near(message, slices.Concat(at, path)...)}}
}

// Package drift compares what is believed of a site with what a new look at it shows: its
// form, its capabilities, where records and their columns stand. It reads pages that were
// fetched before, and fetches nothing.
package drift

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// A Drift is one thing in which a site differs from its profile.
type Drift struct {
	Part    string `json:"part"`    // of the profile: form, wrapper, ...
	Message string `json:"message"` // for people
	Change  bool   `json:"change"`  // the profile is wrong there; else the site only shows more than it says
}

// Seen is a step of a look at a site, with the page that it brought.
type Seen struct {
	harvest.Step
	Page *page.Page
}

// Of tells in what a site differs from the profile of it, was, by a look at it that ended
// as now: its steps with their pages.
func Of(was harvest.Profile, now harvest.Summary, steps []Seen) []Drift {
	return slices.Concat(
		formDrift(was.Form, now.Profile.Form),
		capabilityDrift(was, now.Profile),
		wrapperDrift(steps, was, now),
		detailDrift(steps, was, now),
	)
}

// formDrift compares the controls of two forms. What differs from page to page
// (tokens, values) is no drift.
func formDrift(was, is *forms.Form) (out []Drift) {
	if was == nil || is == nil {
		return nil
	}
	add := func(change bool, format string, args ...any) {
		out = append(out, Drift{"form", fmt.Sprintf(format, args...), change})
	}
	if was.Method != is.Method || was.Action.Canonical() != is.Action.Canonical() {
		add(true, "it is now sent by %s to %s, not by %s to %s", is.Method, is.Action, was.Method, was.Action)
	}
	named := func(f *forms.Form, name string) int {
		return slices.IndexFunc(f.Fields, func(x forms.Field) bool { return x.Name == name })
	}
	offers := func(f forms.Field, o forms.Option) bool {
		return slices.ContainsFunc(f.Options, func(x forms.Option) bool { return x.Value == o.Value })
	}
	for _, old := range was.Fields {
		if old.Name == "" {
			continue
		}
		i := named(is, old.Name)
		if i < 0 {
			add(true, "control %q (%s) is gone", old.Name, old.Role)
			continue
		}
		field := is.Fields[i]
		if old.Control != field.Control {
			add(true, "control %q is now of kind %s, not %s", old.Name, field.Control, old.Control)
		}
		for _, o := range old.Options {
			if !offers(field, o) {
				add(true, "control %q no longer offers %q", old.Name, o.Label)
			}
		}
		for _, o := range field.Options {
			if !offers(old, o) {
				add(false, "control %q now offers %q too", old.Name, o.Label)
			}
		}
	}
	for _, f := range is.Fields {
		if f.Name != "" && named(was, f.Name) < 0 {
			add(false, "there is a new control %q (%s)", f.Name, f.Role)
		}
	}
	return out
}

func capabilityDrift(was, is harvest.Profile) (out []Drift) {
	for _, c := range was.Capabilities {
		now := is.Capabilities.Get(c.Name)
		if c.Verdict != "" && now.Verdict != "" && now.Verdict != c.Verdict {
			out = append(out, Drift{"capabilities", fmt.Sprintf("%s is now %s, not %s: %s", c.Name, now.Verdict, c.Verdict, now.Evidence), true})
		}
	}
	if was.Empty != "" && is.Empty != "" && !strings.Contains(strings.ToLower(is.Empty), strings.ToLower(was.Empty)) && !strings.Contains(strings.ToLower(was.Empty), strings.ToLower(is.Empty)) {
		out = append(out, Drift{"empty", fmt.Sprintf("where nothing is found it now says %q, not %q", is.Empty, was.Empty), true})
	}
	return out
}

// fewAnswers is of how many answers one may be of another kind than the wrapper's.
const fewAnswers = 4

// wrapperDrift reads the answers of a look by the wrapper believed in, and
// compares with what was read without it.
func wrapperDrift(steps []Seen, was harvest.Profile, now harvest.Summary) (out []Drift) {
	if was.Wrapper.Unplaced() {
		return nil
	}
	was.Wrapper.Columns = slices.Clone(was.Wrapper.Columns)
	for i := range was.Wrapper.Columns {
		was.Wrapper.Columns[i].Required = false // what a person leaves out is not missed
	}
	misfits, read, missed, example := 0, 0, 0, ""
	rows, nexts, leads := map[string]int{}, 0, 0
	records := 0
	for _, step := range steps {
		if step.Answer == nil || len(step.Answer.Outcome.Rows) == 0 || now.Profile.Form == nil {
			continue
		}
		doc, err := step.Page.Document()
		if err != nil {
			continue
		}
		o := step.Answer.Outcome
		res := extract.Read(doc, extract.Options{Query: o.Query.Words(*now.Profile.Form), Background: now.Profile.Background, Wrapper: &was.Wrapper})
		read++
		if res.Misfit != "" {
			misfits++
			example = fmt.Sprintf("%s (%s)", step.Page.Final, res.Misfit)
			continue
		}
		if len(res.Records)*2 < len(o.Rows) {
			missed++
			example = fmt.Sprintf("%s: %d records of %d", step.Page.Final, len(res.Records), len(o.Rows))
		}
		for _, r := range res.Records {
			records++
			for _, f := range r.Fields {
				rows[f.Name]++
			}
			for _, c := range was.Wrapper.Columns {
				if c.Title && r.Title != "" {
					rows[c.Name]++
				}
			}
		}
		if o.More {
			leads++
			if was.Wrapper.Next != "" && doc.Find(was.Wrapper.Next).Length() > 0 {
				nexts++
			}
		}
	}
	add := func(change bool, format string, args ...any) {
		out = append(out, Drift{"wrapper", fmt.Sprintf(format, args...), change})
	}
	// A few answers are of another kind on any site: notes to odd questions, the only hit.
	change := (misfits+missed)*fewAnswers > read
	switch {
	case misfits > 0:
		add(change, "it does not fit %d of %d answers, such as %s", misfits, read, example)
	case missed > 0:
		add(change, "it misses records on %d of %d answers, such as %s", missed, read, example)
	}
	if records >= 10 {
		for _, c := range lost(was.Wrapper.Columns, was.Wrapper.Records, rows) {
			add(true, "column %s is in none of %d records", c.Name, records)
		}
		for _, c := range lost(now.Profile.Wrapper.Columns, now.Profile.Wrapper.Records, rows) {
			if !has(was.Wrapper.Columns, c) {
				add(false, "records now have a column %s, too (%s)", c.Name, c.Label+c.Select)
			}
		}
	}
	if was.Wrapper.Next != "" && leads > 0 && nexts == 0 {
		add(true, "no link to the next page is where %q says, on %d pages that have one", was.Wrapper.Next, leads)
	}
	return out
}

// leastDetails is on how many pages of records a column must be missing.
const leastDetails = 3

// detailDrift reads the pages of single records by the columns believed in.
func detailDrift(steps []Seen, was harvest.Profile, now harvest.Summary) (out []Drift) {
	if was.Details.Pages == 0 && len(was.Details.Wanted()) == 0 {
		return nil
	}
	read, rows := 0, map[string]int{}
	for _, step := range steps {
		if step.Detail == nil || step.Detail.Status != querygen.Answered {
			continue
		}
		doc, err := step.Page.Document()
		if err != nil {
			continue
		}
		read++
		fields, _ := extract.ReadDetail(doc, now.Profile.Background, was.Details)
		for _, f := range fields {
			rows[f.Name]++
		}
	}
	add := func(change bool, format string, args ...any) {
		out = append(out, Drift{"details", fmt.Sprintf(format, args...), change})
	}
	if read == 0 {
		add(true, "no page of a single record could be read")
		return out
	}
	if read < leastDetails {
		return nil
	}
	for _, c := range lost(was.Details.Columns, was.Details.Pages, rows) {
		add(true, "column %s is on none of %d pages of records", c.Name, read)
	}
	for _, c := range lost(now.Profile.Details.Columns, now.Profile.Details.Pages, nil) {
		if !has(was.Details.Columns, c) {
			add(false, "pages of records now have a column %s, too (%s)", c.Name, c.Label+c.Select)
		}
	}
	return out
}

// lost returns the columns that at least half of the records had, or that a person wrote, in
// which nothing was read now: what a tenth had may be missing by chance.
func lost(columns []extract.Column, records int, read map[string]int) (out []extract.Column) {
	for _, c := range columns {
		if c.Only == "" && !c.Drop && (c.Rows*2 >= records || c.Rows == 0) && read[c.Name] == 0 {
			out = append(out, c)
		}
	}
	return out
}

func has(columns []extract.Column, c extract.Column) bool {
	return slices.ContainsFunc(columns, func(o extract.Column) bool { return o.Select == c.Select && o.Label == c.Label })
}

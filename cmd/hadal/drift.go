package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/config"
	"github.com/hadal-crawler/hadal/internal/visible"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
	"github.com/hadal-crawler/hadal/storage"
)

// A drift is one thing in which a site differs from its profile.
type drift struct {
	Part    string `json:"part"`    // of the profile: form, wrapper, ...
	Message string `json:"message"` // for people
	Change  bool   `json:"change"`  // the profile is wrong there; else the site only shows more than it says
}

// errDrifted is returned where a site has changed: it has been told.
var errDrifted = errors.New("the site is no longer as its profile says")

// checkDrift looks at a site anew and compares. The look has a database of its
// own, so that nothing known before decides what is seen.
func (a *app) checkDrift(cmd *cobra.Command, t target) error {
	dir, err := os.MkdirTemp("", "hadal-check-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	db, err := storage.Open(cmd.Context(), filepath.Join(dir, "check.db"), storage.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	believed := *t.profile
	t.profile = nil
	t.settings.KeepPages = string(harvest.KeepAll)
	if believed.Form != nil && t.settings.Form == "" {
		// The form of the profile, however many others there are.
		path, _, _ := strings.Cut(believed.Form.Action.PathQuery(), "?")
		t.settings.Form = path
	}
	for _, p := range believed.Fixed {
		t.settings.Fixed = append(t.settings.Fixed, config.Binding{Name: p.Name, Value: p.Value})
	}
	if believed.Details.Pages > 0 {
		t.settings.Details = string(harvest.FollowAlways)
	}
	now, err := a.look(cmd, db, t, checkRequests)
	var drifts []drift
	switch {
	case now.Stop.Kind == harvest.NoForm && now.Profile.Form == nil:
		drifts = append(drifts, drift{"form", "the form is gone: " + now.Stop.Reason, true})
	case err != nil:
		return err
	default:
		drifts = append(drifts, formDrift(believed.Form, now.Profile.Form)...)
		drifts = append(drifts, capabilityDrift(believed, now.Profile)...)
		seen, err := lookedAt(cmd.Context(), db, now.Site)
		if err != nil {
			return err
		}
		drifts = append(drifts, wrapperDrift(seen, believed, now)...)
		drifts = append(drifts, detailDrift(seen, believed, now)...)
	}
	if err := a.printDrift(t, drifts); err != nil {
		return err
	}
	if slices.ContainsFunc(drifts, func(d drift) bool { return d.Change }) {
		return errDrifted
	}
	return nil
}

func (a *app) printDrift(t target, drifts []drift) error {
	if a.json {
		return visible.Encode(a.stdout, append([]drift{}, drifts...))
	}
	for _, d := range drifts {
		kind := "changed"
		if !d.Change {
			kind = "more"
		}
		if _, err := fmt.Fprintf(a.stdout, "%s: %s: %s\n", d.Part, kind, printable(d.Message)); err != nil {
			return err
		}
	}
	if len(drifts) == 0 {
		_, err := fmt.Fprintf(a.stdout, "%s is as its profile says\n", t.site.Name)
		return err
	}
	return nil
}

// formDrift compares the controls of two forms. What differs from page to page
// (tokens, values) is no drift.
func formDrift(was, is *forms.Form) (out []drift) {
	if was == nil || is == nil {
		return nil
	}
	add := func(change bool, format string, args ...any) {
		out = append(out, drift{"form", fmt.Sprintf(format, args...), change})
	}
	if was.Method != is.Method || was.Action.Canonical() != is.Action.Canonical() {
		add(true, "it is now sent by %s to %s, not by %s to %s", is.Method, is.Action, was.Method, was.Action)
	}
	named := func(f *forms.Form, name string) *forms.Field {
		i := slices.IndexFunc(f.Fields, func(x forms.Field) bool { return x.Name == name })
		if i < 0 || name == "" {
			return nil
		}
		return &f.Fields[i]
	}
	for i := range was.Fields {
		old := &was.Fields[i]
		field := named(is, old.Name)
		if old.Name == "" {
			continue
		}
		if field == nil {
			add(true, "control %q (%s) is gone", old.Name, old.Role)
			continue
		}
		if old.Control != field.Control {
			add(true, "control %q is now of kind %s, not %s", old.Name, field.Control, old.Control)
		}
		for _, o := range old.Options {
			if !slices.ContainsFunc(field.Options, func(x forms.Option) bool { return x.Value == o.Value }) {
				add(true, "control %q no longer offers %q", old.Name, o.Label)
			}
		}
		for _, o := range field.Options {
			if !slices.ContainsFunc(old.Options, func(x forms.Option) bool { return x.Value == o.Value }) {
				add(false, "control %q now offers %q too", old.Name, o.Label)
			}
		}
	}
	for i := range is.Fields {
		if f := &is.Fields[i]; f.Name != "" && named(was, f.Name) == nil {
			add(false, "there is a new control %q (%s)", f.Name, f.Role)
		}
	}
	return out
}

func capabilityDrift(was, is harvest.Profile) (out []drift) {
	for _, c := range was.Capabilities {
		now := is.Capabilities.Get(c.Name)
		if c.Verdict != "" && now.Verdict != "" && now.Verdict != c.Verdict {
			out = append(out, drift{"capabilities", fmt.Sprintf("%s is now %s, not %s: %s", c.Name, now.Verdict, c.Verdict, now.Evidence), true})
		}
	}
	if was.Empty != "" && is.Empty != "" && !strings.Contains(strings.ToLower(is.Empty), strings.ToLower(was.Empty)) && !strings.Contains(strings.ToLower(was.Empty), strings.ToLower(is.Empty)) {
		out = append(out, drift{"empty", fmt.Sprintf("where nothing is found it now says %q, not %q", is.Empty, was.Empty), true})
	}
	return out
}

// seen is a step of a look at a site, with the page that it brought.
type seen struct {
	harvest.Step
	page *page.Page
}

// lookedAt returns what a look at a site has seen.
func lookedAt(ctx context.Context, db *storage.DB, site string) (out []seen, err error) {
	pages := map[int64]*page.Page{}
	var id int64
	for k, err := range db.SitePages(ctx, site) {
		if err != nil {
			return nil, err
		}
		pages[k.Seq], id = &k.Page, k.Harvest
	}
	for step, err := range db.Steps(ctx, id) {
		if err != nil {
			return nil, err
		}
		if p := pages[step.Seq]; p != nil {
			out = append(out, seen{step, p})
		}
	}
	return out, nil
}

// fewAnswers is of how many answers one may be of another kind than the wrapper's.
const fewAnswers = 4

// wrapperDrift reads the answers of a look by the wrapper believed in, and
// compares with what was read without it.
func wrapperDrift(steps []seen, was harvest.Profile, now harvest.Summary) (out []drift) {
	if was.Wrapper.IsZero() {
		return nil
	}
	misfits, read, missed, example := 0, 0, 0, ""
	rows, nexts, leads := map[string]int{}, 0, 0
	records := 0
	for _, step := range steps {
		if step.Answer == nil || len(step.Answer.Outcome.Rows) == 0 || now.Profile.Form == nil {
			continue
		}
		doc, err := step.page.Document()
		if err != nil {
			continue
		}
		o := step.Answer.Outcome
		res := extract.Read(doc, extract.Options{Query: o.Query.Words(*now.Profile.Form), Background: now.Profile.Background, Wrapper: &was.Wrapper})
		read++
		if res.Misfit != "" {
			misfits++
			example = fmt.Sprintf("%s (%s)", step.page.Final, res.Misfit)
			continue
		}
		if len(res.Records)*2 < len(o.Rows) {
			missed++
			example = fmt.Sprintf("%s: %d records of %d", step.page.Final, len(res.Records), len(o.Rows))
		}
		for _, r := range res.Records {
			records++
			for _, f := range r.Fields {
				rows[f.Name]++
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
		out = append(out, drift{"wrapper", fmt.Sprintf(format, args...), change})
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
		for _, c := range was.Wrapper.Columns {
			// A column that a tenth of the records had may be missing by chance.
			if c.Rows*2 >= was.Wrapper.Records && rows[c.Name] == 0 && c.Only == "" {
				add(true, "column %s is in none of %d records", c.Name, records)
			}
		}
		for _, c := range now.Profile.Wrapper.Columns {
			if c.Only == "" && c.Rows*2 >= now.Profile.Wrapper.Records && rows[c.Name] == 0 && !slices.ContainsFunc(was.Wrapper.Columns, func(o extract.Column) bool { return o.Select == c.Select && o.Label == c.Label }) {
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
func detailDrift(steps []seen, was harvest.Profile, now harvest.Summary) (out []drift) {
	if was.Details.Pages == 0 {
		return nil
	}
	read, rows := 0, map[string]int{}
	for _, step := range steps {
		if step.Detail == nil || step.Detail.Status != querygen.Answered {
			continue
		}
		doc, err := step.page.Document()
		if err != nil {
			continue
		}
		read++
		for _, f := range extract.ReadDetail(doc, now.Profile.Background, was.Details) {
			rows[f.Name]++
		}
	}
	add := func(change bool, format string, args ...any) {
		out = append(out, drift{"details", fmt.Sprintf(format, args...), change})
	}
	if read == 0 {
		add(true, "no page of a single record could be read")
		return out
	}
	if read < leastDetails {
		return nil
	}
	for _, c := range was.Details.Columns {
		if c.Rows*2 >= was.Details.Pages && rows[c.Name] == 0 && c.Only == "" {
			add(true, "column %s is on none of %d pages of records", c.Name, read)
		}
	}
	for _, c := range now.Profile.Details.Columns {
		known := func(o extract.Column) bool { return o.Select == c.Select && o.Label == c.Label }
		if c.Only == "" && c.Rows*2 >= now.Profile.Details.Pages && !slices.ContainsFunc(was.Details.Columns, known) {
			add(false, "pages of records now have a column %s, too (%s)", c.Name, c.Label+c.Select)
		}
	}
	return out
}

package harvest_test

import (
	"context"
	"fmt"
	"html"
	"net/url"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/questions"
	"github.com/hadal-crawler/hadal/page"
)

// schools is a site of schools in towns of regions, of which it shows the first 15. Its menus are
// filled by a script: only a browser shows the options of one, once those before are chosen.
type schools struct {
	stub
	shown  int // in a browser
	totals bool
	silent bool // the script brings no options
}

const schoolRegions, schoolTowns, schoolKinds, schoolsEach = 4, 3, 3, 9

func (s *schools) form(region, town string) string {
	options := func(n int, of string, all string) string {
		out := "<option value=''>" + all + "</option>"
		for i := range n {
			out += fmt.Sprintf("<option value=%s%d>%s %d</option>", of, i, strings.ToUpper(of), i)
		}
		return out
	}
	towns, kinds := "<option value=''>Alle</option>", "<option value=''>Alle</option>"
	if region != "" && !s.silent {
		towns = options(schoolTowns, region+"by", "Alle")
	}
	if town != "" && !s.silent {
		kinds = options(schoolKinds, town+"art", "Alle")
	}
	return "<title>Skoler</title><h1>Skoler</h1><form action=/skoler role=search><select name=region>" + options(schoolRegions, "egn", "Vælg region") + "</select><select name=by disabled>" + towns + "</select><select name=art disabled>" + kinds + "</select><button>Søg</button></form>"
}

func (s *schools) Fetch(ctx context.Context, r page.Request) (*page.Page, error) {
	if !r.Render {
		return s.stub.Fetch(ctx, r)
	}
	s.shown++
	chosen := []string{"", ""}
	steps, _ := r.Steps()
	at := 0
	for _, step := range steps {
		if step.Do == page.Choose && at < len(chosen) {
			chosen[at], at = step.Text, at+1
		}
	}
	return stub(func(*url.URL) (int, string) { return 200, s.form(chosen[0], chosen[1]) }).Fetch(ctx, r)
}

func newSchools() *schools {
	s := &schools{totals: true}
	s.stub = func(u *url.URL) (int, string) {
		q := u.Query()
		if u.Path != "/skoler" {
			return 200, s.form("", "")
		}
		var rows []string
		for i := range schoolRegions * schoolTowns * schoolKinds * schoolsEach {
			region := fmt.Sprintf("egn%d", i%schoolRegions)
			town := fmt.Sprintf("%sby%d", region, i/schoolRegions%schoolTowns)
			kind := fmt.Sprintf("%sart%d", town, i/schoolRegions/schoolTowns%schoolKinds)
			if q.Get("region") == region && (q.Get("by") == "" || q.Get("by") == town) && (q.Get("art") == "" || q.Get("art") == kind) {
				rows = append(rows, fmt.Sprintf("<li><a href=/skole/%d>Skole %s %s</a> <i>%s</i></li>", i, letters(i*7919), letters(i*104729), html.EscapeString(letters(i*31))))
			}
		}
		switch {
		case q.Get("region") == "":
			return 200, s.form("", "") + "<p>Vælg en region.</p>"
		case len(rows) == 0:
			return 200, s.form("", "") + "<p>Ingen resultater.</p>"
		}
		said := ""
		if s.totals {
			said = fmt.Sprintf("<p>%d resultater</p>", len(rows))
		}
		return 200, s.form("", "") + said + "<ul>" + strings.Join(rows[:min(len(rows), 15)], "") + "</ul>"
	}
	return s
}

// What is cut is divided by menus that a script fills, whose options a browser shows, once for
// each choice before them; also where a run ends on the way.
func TestMenusThatAScriptFills(t *testing.T) {
	const all = schoolRegions * schoolTowns * schoolKinds * schoolsEach
	for _, totals := range []bool{true, false} {
		s := newSchools()
		s.totals = totals
		store := newMemory()
		run(t, harvest.Options{MaxRequests: 9}, s, store)
		sum := run(t, harvest.Options{}, s, store)
		if most := schoolRegions + schoolRegions*schoolTowns + 2; sum.Records != all || s.shown > most {
			t.Errorf("totals %v: %d of %d records, %d pages shown of %d: %s", totals, sum.Records, all, s.shown, most, sum.Stop.Reason)
		}
	}
	s := newSchools()
	s.silent = true
	if sum := run(t, harvest.Options{}, s, newMemory()); sum.Stop.Kind != harvest.Incomplete || s.shown > schoolRegions {
		t.Errorf("without options: %s, %d pages shown", sum.Stop.Kind, s.shown)
	}
	s = newSchools()
	if sum := run(t, harvest.Options{Browser: harvest.RenderNever}, s, newMemory()); s.shown > 0 {
		t.Errorf("without a browser: %d pages shown: %s", s.shown, sum.Stop.Kind)
	}
}

// A plan says options of such menus by their labels, or which are left out. They are read before
// anything is asked, once for each choice before them; what is not offered is not asked, and told.
func TestPlanOfMenusThatAScriptFills(t *testing.T) {
	only := func(control string, values ...string) questions.Control {
		return questions.Control{Control: control, Only: questions.Values{List: values}}
	}
	but := func(control string, values ...string) questions.Control {
		return questions.Control{Control: control, Except: questions.Values{List: values}}
	}
	always := func(control, value string) questions.Control {
		return questions.Control{Control: control, Always: questions.Values{List: []string{value}}}
	}
	for _, c := range []struct {
		controls []questions.Control
		asked    string
		shown    int
		unused   string
	}{
		{[]questions.Control{only("region", "EGN 1", "EGN 2"), but("by", "EGN1BY 0", "egn2by1", "Nowhere")}, "egn1 egn1by1 ;egn1 egn1by2 ;egn2 egn2by0 ;egn2 egn2by2 ;", 2, "[{questions  [controls 1] false Nowhere: no page offers it, so that nothing is left out"},
		{[]questions.Control{but("by", "EGN1BY 0"), only("region", "EGN 1")}, "egn1 egn1by1 ;egn1 egn1by2 ;", 1, ""},
		{[]questions.Control{only("art", "EGN1BY2ART 0"), always("by", "EGN1BY 2"), only("region", "EGN 1")}, "egn1 egn1by2 egn1by2art0;", 2, ""},
		{[]questions.Control{always("region", "EGN 1"), always("by", "EGN1BY 2"), but("art", "EGN1BY2ART 0")}, "egn1 egn1by2 egn1by2art1;egn1 egn1by2 egn1by2art2;", 2, ""},
		{[]questions.Control{only("region", "EGN 1"), only("by", "EGN1BY 2", "Nowhere")}, "egn1 egn1by2 ;", 1, "by = Nowhere: no page offers it"},
		{[]questions.Control{only("art", "EGN1BY2ART 0"), only("by", "EGN1BY 2"), only("region", "EGN 1")}, "egn1 egn1by2 egn1by2art0;", 2, ""},
		{[]questions.Control{only("region", "EGN 1", "EGN 2"), only("by", "EGN1BY 2", "EGN2BY 0")}, "egn1 egn1by2 ;egn2 egn2by0 ;", 2, ""},
		{[]questions.Control{only("region", "EGN 1"), only("by", "EGN2BY 0")}, "", 1, "by = EGN2BY 0: no page offers it"},
	} {
		s, asked := newSchools(), ""
		s.totals = false
		site := s.stub
		s.stub = func(u *url.URL) (int, string) {
			if q := u.Query(); u.Path == "/skoler" {
				asked += fmt.Sprint(q.Get("region"), " ", q.Get("by"), " ", q.Get("art"), ";")
			}
			return site(u)
		}
		sum := run(t, harvest.Options{Questions: &questions.Plan{Controls: c.controls, Depth: len(c.controls), Split: "always"}}, s, newMemory())
		told := fmt.Sprint(sum.Unused)
		if asked != c.asked || s.shown != c.shown || c.unused == "" && len(sum.Unused) > 0 || !strings.Contains(told, c.unused) {
			t.Errorf("%v: asked %q, want %q; %d pages shown, want %d; told %s, want %q; %s", c.controls, asked, c.asked, s.shown, c.shown, told, c.unused, sum.Stop.Reason)
		}
	}
}

// What is bound in each question is held against such a menu once it is known what it offers.
func TestAlwaysOfAMenuThatAScriptFills(t *testing.T) {
	for _, c := range []struct {
		by, told string
		records  int
	}{{"EGN1BY 2", "", schoolKinds * schoolsEach}, {"EGN1BI 2", `"EGN1BI 2" is not an option (did you mean EGN1BY 2?)`, 0}} {
		sum, err := harvest.Run(t.Context(), site, harvest.Options{Questions: &questions.Plan{Controls: []questions.Control{
			{Control: "region", Always: questions.Values{List: []string{"EGN 1"}}}, {Control: "by", Always: questions.Values{List: []string{c.by}}}}}}, newSchools(), newMemory(), nil)
		if sum.Records != c.records || c.told == "" && err != nil || c.told != "" && (err == nil || !strings.Contains(err.Error(), c.told)) {
			t.Errorf("%s: %d records, want %d: %v, want %q", c.by, sum.Records, c.records, err, c.told)
		}
	}
}

// Where no browser may look, what a plan says of such a menu is sent as it is written: a few times,
// where the site does not take it, and what its page lists all the same is no record. It is told.
func TestPlanOfMenusThatNobodyMaySee(t *testing.T) {
	for _, c := range []struct {
		says     string
		of       questions.Control
		byLabel  bool // the site takes labels
		requests int  // of the search, at most
		records  int
		told     string
	}{
		{"labels that are not taken", questions.Control{Control: "by", Only: questions.Values{List: strings.Split("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "")}}, false, 20, 0, "by = J: brought nothing of its own"},
		{"labels that are taken", questions.Control{Control: "by", Only: questions.Values{List: []string{"EGN1BY 0", "EGN1BY 1"}}}, true, 4, 8, "[]"},
		{"what is left out", questions.Control{Control: "by", Except: questions.Values{List: []string{"EGN1BY 0"}}}, false, 0, 0, "beside region = EGN 1 nothing was asked"},
		{"what is bound always", questions.Control{Control: "by", Always: questions.Values{List: []string{"EGN1BY 0"}}}, false, 3, 0, "by = EGN1BY 0: brought nothing of its own"},
	} {
		const news = "<aside><h3>Nyheder</h3><ul><li><b>1/2</b> <a href=/nyt/1>Ny skole i byen</a></li><li><b>3/2</b> <a href=/nyt/2>Sommerferie for alle</a></li><li><b>4/2</b> <a href=/nyt/3>Lukket om mandagen</a></li></ul></aside>"
		searched := 0
		s := newSchools()
		s.stub = func(u *url.URL) (int, string) {
			form := s.form("", "")
			if u.Path != "/skoler" {
				return 200, form + news
			}
			searched++
			by, taken := strings.CutPrefix(u.Query().Get("by"), "EGN1BY ")
			if !c.byLabel || !taken {
				return 200, form + news
			}
			rows := ""
			for i := range 4 {
				rows += fmt.Sprintf("<li><a href=/skole/%s%d>Skole %s</a> <i>%s</i></li>", by, i, letters(i*7919+len(by)), letters(i*31))
			}
			return 200, form + "<p>4 resultater</p><ul>" + rows + "</ul>" + news
		}
		for _, known := range []bool{false, true} { // the form, by a profile
			searched = 0
			o := harvest.Options{Browser: harvest.RenderNever, Questions: &questions.Plan{Controls: []questions.Control{{Control: "region", Only: questions.Values{List: []string{"EGN 1"}}}, c.of}}}
			if known {
				o.Profile = &harvest.Profile{Form: run(t, harvest.Options{Browser: harvest.RenderNever, MaxRequests: 2}, s, newMemory()).Form}
			}
			searched = 0
			sum := run(t, o, s, newMemory())
			if told := fmt.Sprint(sum.Unused); sum.Records != c.records || searched > c.requests || !strings.Contains(told, c.told) {
				t.Errorf("%s (known %v): %d records, want %d; asked %d times; told %s, want %q; %s", c.says, known, sum.Records, c.records, searched, told, c.told, sum.Stop.Reason)
			}
		}
	}
}

// mute is a site with a script whose search brings nothing.
type mute struct {
	stub
	asked map[string]bool // regions
}

func (s *mute) Fetch(ctx context.Context, r page.Request) (*page.Page, error) {
	if u, err := url.Parse(r.URL.String()); err == nil {
		s.asked[u.Query().Get("region")] = true
	}
	return s.stub.Fetch(ctx, r)
}

// Ways to ask are tried with what a plan asks, not with what it leaves out.
func TestWaysAreTriedWithWhatThePlanAsks(t *testing.T) {
	s := &mute{asked: map[string]bool{}}
	s.stub = func(u *url.URL) (int, string) {
		return 200, newSchools().form("", "") + "<p>Du valgte " + u.Query().Get("region") + ".</p><script>draw()</script>"
	}
	var tried bool
	sum, err := harvest.Run(t.Context(), site, harvest.Options{Questions: &questions.Plan{Controls: []questions.Control{
		{Control: "region", Only: questions.Values{List: []string{"EGN 1", "EGN 2", "EGN 3"}}}}}}, s, newMemory(), func(e harvest.Event) {
		tried = tried || strings.HasPrefix(e.Message, "the site is asked")
	})
	if err != nil || s.asked["egn0"] || !s.asked["egn1"] || !tried {
		t.Errorf("asked %v; ways tried: %v; %s; %v", s.asked, tried, sum.Stop.Reason, err)
	}
}

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

// A plan says options of such menus by their labels. They are read before anything is asked, once
// for each choice before them; what is not offered is not asked, and told.
func TestPlanOfMenusThatAScriptFills(t *testing.T) {
	only := func(control string, values ...string) questions.Control {
		return questions.Control{Control: control, Only: questions.Values{List: values}}
	}
	for _, c := range []struct {
		controls []questions.Control
		asked    string
		shown    int
		unused   string
	}{
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

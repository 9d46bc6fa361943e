package harvest_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest"
	"github.com/hadal-crawler/hadal/internal/questions"
	"github.com/hadal-crawler/hadal/page"
)

// counter is a site with a box and a menu: what its menu offers may change. It
// counts the questions.
type counter struct {
	options string
	pages   int
	asked   []url.Values
}

func (c *counter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	switch r.URL.Path {
	case "/":
		c.pages++
		fmt.Fprintf(w, `<html lang=en><form action=/find role=search><label>Search <input type=search name=q></label>
			<label>Language <select name=lang><option value="">Any%s</select></label><button>Search</button></form>`, c.options)
	case "/find":
		c.asked = append(c.asked, r.URL.Query())
		fmt.Fprintf(w, `<html lang=en><p>1 result</p><ul><li><h3><a href=/item/1>Brass lantern</a></h3><p>A lamp of %s</p></li></ul>`, r.URL.Query().Get("lang"))
	default:
		http.NotFound(w, r)
	}
}

func (c *counter) run(t *testing.T, o harvest.Options, store harvest.Store) (harvest.Summary, error) {
	t.Helper()
	server := httptest.NewServer(c)
	defer server.Close()
	start := page.MustParseURL(server.URL + "/")
	client, err := fetch.New(fetch.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	client.AddTarget(start)
	o.Browser = harvest.RenderNever
	if o.MaxRequests == 0 {
		o.MaxRequests = 12
	}
	if o.Profile != nil {
		form := *o.Profile.Form
		form.Page, form.Action = start, page.MustParseURL(server.URL+"/find")
		p := *o.Profile
		p.Form = &form
		o.Profile = &p
	}
	return harvest.Run(context.Background(), harvest.Site{Name: "counter", Start: start}, o, client, store, nil)
}

const languages = "<option value=en>English<option value=fr>French"

// bound says by a setting that a control is bound in each question.
func bound(control string, values ...string) harvest.Options {
	return harvest.Options{Questions: &questions.Plan{Controls: []questions.Control{{Control: control, Always: questions.Values{List: values}, Setting: "fixed"}}}}
}

func TestSettingsAreHeldAgainstTheForm(t *testing.T) {
	for _, c := range []struct {
		name string
		o    harvest.Options
		want string // part of the error; "": none
		sent string // the language of all questions
	}{
		{"a value", bound("lang", "fr"), "", "fr"},
		{"a label", bound("Language", "french"), "", "fr"},
		{"no option", bound("lang", "frr"), `fixed: control "lang": "frr" is not an option (did you mean fr?); it has Any, English (en), French (fr)`, ""},
		{"two values", bound("lang", "en", "fr"), `fixed: control "lang": no room for "fr"`, ""},
		{"no control", bound("language_", "en"), `no such control (did you mean Language?)`, ""},
		{"the role of no control", harvest.Options{Roles: map[string]forms.Role{"lnag": forms.Sort}}, `roles: control "lnag": the form has no such control (did you mean lang?)`, ""},
	} {
		site := &counter{options: languages}
		_, err := site.run(t, c.o, newMemory())
		if c.want != "" {
			if _, ok := errors.AsType[*harvest.OptionError](err); !ok || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %s", c.name, err, c.want)
			}
			if len(site.asked) > 0 {
				t.Errorf("%s: asked %v", c.name, site.asked)
			}
			continue
		}
		if err != nil || len(site.asked) == 0 {
			t.Errorf("%s: %v after %d questions", c.name, err, len(site.asked))
		}
		for _, q := range site.asked {
			if c.sent != "" && q.Get("lang") != c.sent {
				t.Errorf("%s: asked %v", c.name, q)
			}
		}
	}
}

// A form that was read before may have lost the option since: that is seen before
// anything is asked, with a profile and by the run that goes on.
func TestASiteThatDroppedTheOptionIsNotAsked(t *testing.T) {
	first := &counter{options: languages}
	sum, err := first.run(t, harvest.Options{}, newMemory())
	if err != nil {
		t.Fatal(err)
	}
	profile := sum.Profile
	profile.Questions = bound("lang", "fr").Questions
	profile.Questions.Controls[0].Setting = ""

	still := &counter{options: languages}
	if _, err := still.run(t, harvest.Options{Profile: &profile}, newMemory()); err != nil || still.pages == 0 || len(still.asked) == 0 {
		t.Errorf("the option is still there: %v, %d looks, %d questions", err, still.pages, len(still.asked))
	}
	changed := &counter{options: "<option value=en>English<option value=de>German"}
	_, err = changed.run(t, harvest.Options{Profile: &profile}, newMemory())
	wrong, ok := errors.AsType[*harvest.OptionError](err)
	if !ok || !wrong.Profile || wrong.Setting != "questions" || !strings.Contains(err.Error(), `it has Any, English (en), German (de)`) || len(changed.asked) > 0 {
		t.Errorf("the option is gone: %v, asked %v", err, changed.asked)
	}
}

// Questions that cannot be sent cost no request: nothing but their number ends
// a harvest of them.
func TestQuestionsThatCannotBeSentEnd(t *testing.T) {
	shop := newShop(t)
	refused := 0
	shop.robots = func(u page.URL) error {
		if strings.HasPrefix(u.PathQuery(), "/find") {
			refused++
			return &fetch.RefusedError{URL: u, Guard: "address", Rule: "a private address"}
		}
		return nil
	}
	m := newMemory()
	var words []string
	for i := range 500 {
		words = append(words, fmt.Sprintf("word%d", i))
	}
	sum := run(t, harvest.Options{SeedWords: words}, shop, m)
	if sum.Stop.Kind != harvest.Incomplete || !strings.Contains(sum.Stop.Reason, "could not be sent") || refused > 100 || len(m.steps) > 110 {
		t.Errorf("%s (%s) after %d questions and %d steps", sum.Stop.Kind, sum.Stop.Reason, refused, len(m.steps))
	}
}

package forms_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/page"
)

// A first step is varied over what is chosen already, or over what its button waits for.
func TestFirstSteps(t *testing.T) {
	const open = `<select id=a aria-label=County><option value="">choose<option value=1>One<option value=2>Two</select>`
	const preset = `<select id=b aria-label=Library><option value=x>Ex<option value=y>Why<option value=z>Zed</select>`
	button := func(more string) string { return `<button type=button id=go ` + more + `>Continue</button>` }
	for name, c := range map[string]struct {
		html string
		led  bool
		want string // steps of all leads
	}{
		"a preset":                           {`<div>` + preset + button("") + `</div>`, true, "x y z"},
		"a button that waits":                {`<div>` + open + button("disabled") + `</div>`, false, "1 2"},
		"one that waits by its script":       {`<div>` + open + `<span role=button aria-disabled=true id=go>Continue</span></div>`, false, "1 2"},
		"one that needs nothing":             {`<div>` + open + button("") + `</div>`, true, ""},
		"one that says nothing":              {`<div>` + open + button("") + `</div>`, false, "1 2"},
		"a preset and one that waits":        {`<div>` + preset + open + button("disabled") + `</div>`, false, "x y z x1 x2 y1 y2 z1 z2"},
		"radio buttons":                      {`<div><h2>Library</h2><label><input type=radio name=r value=p checked>Pe</label><label><input type=radio name=r value=q>Cu</label>` + button("") + `</div>`, true, "p q"},
		"a search":                           {`<div>` + preset + `<button type=button id=go>Search</button></div>`, true, ""},
		"a box is there":                     {`<div><input>` + preset + button("") + `</div>`, true, ""},
		"two buttons, of which one leads on": {`<div>` + preset + button("") + `<button type=button>Help</button></div>`, true, "x y z"},
		"two buttons that say other things":  {`<div>` + preset + `<button type=button>Save</button><button type=button>Help</button></div>`, true, ""},
	} {
		p := page.Page{Final: page.MustParseURL("https://a.example/"), Body: []byte("<!DOCTYPE html><html lang=en><body>" + c.html)}
		doc, err := p.Document()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		steps, left := forms.FirstSteps(doc, func(string) bool { return c.led })
		if left != "" {
			t.Errorf("%s: %s is left out", name, left)
		}
		for _, l := range steps {
			said := ""
			for _, s := range l.Steps[:len(l.Steps)-1] {
				said += s.Text
				if !s.Opens || s.Do != page.Choose {
					t.Errorf("%s: %+v asks something", name, s)
				}
			}
			if last := l.Steps[len(l.Steps)-1]; last.Do != page.Click || last.At != "#go" {
				t.Errorf("%s: it ends with %+v", name, last)
			}
			got = append(got, said)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// A choice that may be for anything is not made, and told.
func TestChoicesThatAreNoFirstStep(t *testing.T) {
	for _, html := range []string{
		`<h1>Members club</h1><div><label>Reason <select><option value="">choose<option>Moved<option>Too dear</select></label><button type=button>Continue</button></div>`,
		`<div><h2>Schade, dass du gehst</h2><label>Grund <select><option>Umzug<option>Zu teuer</select></label><button type=button>Weiter</button></div>`,
		`<div><h2>退会手続き</h2><label>都道府県 <select><option>青森<option>秋田</select></label><button type=button>次へ</button></div>`,
	} {
		p := page.Page{Final: page.MustParseURL("https://a.example/"), Body: []byte("<!DOCTYPE html><html><body>" + html)}
		doc, err := p.Document()
		if err != nil {
			t.Fatal(err)
		}
		if steps, left := forms.FirstSteps(doc, func(string) bool { return true }); len(steps) > 0 || left == "" {
			t.Errorf("%s: %v, left %q", html, steps, left)
		}
	}
}

// Each row of what is on or off is a menu of its own; a menu or slider alone is a search where
// the page lists things, and waits until controls were pressed to see where they lead.
func TestControlsBesideAList(t *testing.T) {
	list := `<ul>` + strings.Repeat("<li><a href=/i>An old lamp</a></li>", 6) + `</ul>`
	row := func(label string, says ...string) string {
		out := fmt.Sprintf(`<div role=group aria-label=%q>`, label)
		for _, s := range says {
			out += `<button type=button aria-pressed=false>` + s + `</button>`
		}
		return out + `</div>`
	}
	for name, c := range map[string]struct {
		html, want string
		lone       bool
	}{
		"two rows":            {`<div>` + row("Kind", "chair", "table", "lamp") + row("Wood", "oak", "pine") + `</div>` + list, "Kind:3 Wood:2", false},
		"each in an item":     {`<ul aria-label=Kind><li><i role=checkbox aria-checked=false>oak</i><li><i role=checkbox aria-checked=true>elm</i><li><i role=checkbox aria-checked=false>pine</i></ul><ul aria-label=Place><li><i role=checkbox aria-checked=false>Bath</i><li><i role=checkbox aria-checked=false>York</i></ul>`, "Kind:3 Place:2", false},
		"a menu alone":        {`<label>County <select><option value="">all<option>Kent<option>Devon</select></label>` + list, "County:3", true},
		"a menu of a device":  {`<label>Programme <select><option>Eco<option>Fast</select></label>` + list, "", false},
		"a menu to move them": {`<label>Move to <select><option>Inbox<option>Archive</select></label>` + list, "", false},
		"a slider of a lamp":  {`<label>Brightness <input type=range min=0 max=90 value=90></label>` + list, "", false},
		"beside a search":     {`<div><input type=search aria-label=Search><label>Scene <select><option>Day<option>Night</select></label></div>` + list, "Search:0", false},
		"a menu and no list":  {`<label>County <select><option value="">all<option>Kent<option>Devon</select></label>`, "", false},
		"a slider alone":      {`<label>Price <input type=range min=0 max=90 value=90></label>` + list, "Price:91", true},
		"a slider in between": {`<label>Volume <input type=range min=0 max=90 value=40></label>` + list, "", false},
		"a slider, no list":   {`<label>Price <input type=range min=0 max=90 value=90></label>`, "", false},
	} {
		got := ""
		for _, f := range parseShown(t, c.html) {
			if f.Askable() != nil || f.Purpose != forms.Search {
				continue
			}
			if f.IsLone() != c.lone {
				t.Errorf("%s: alone %t", name, f.IsLone())
			}
			for _, g := range f.Fields {
				if !g.Role.Selects() {
					continue
				}
				got = strings.TrimSpace(got + fmt.Sprintf(" %s:%d", g.Label, len(g.Options)))
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// What closes is no button that sends.
func TestWhatClosesSendsNothing(t *testing.T) {
	for _, says := range []string{`aria-label="Close">×`, `>✕`, `>Fermer`} {
		f := parseShown(t, `<div role=dialog><input type=search><button type=button `+says+`</button></div>`)[0]
		for _, by := range f.Ways() {
			if by == forms.ByButton {
				t.Errorf("%s sends", says)
			}
		}
	}
}

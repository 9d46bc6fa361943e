package plan

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/querygen"
)

// A form may choose by itself what has no records, while its box must be filled: the menu
// shows nothing alone. Where its own choice can be undone, words are asked without it;
// where not, it is told that it was kept.
func TestAChoiceThatFindsNothingIsUndone(t *testing.T) {
	docs := zipfDocuments(300, 1)
	for _, undone := range []bool{true, false} {
		t.Run(fmt.Sprint(undone), func(t *testing.T) {
			menu := forms.Field{Name: "y", Control: "select", Role: forms.CategoryRole, Options: []forms.Option{
				{Value: "ci", Label: "Check-ins", Selected: true}, {Value: "t", Label: "Tickets"}, {Value: "w", Label: "Wiki"}}}
			if undone {
				menu.Options = slices.Insert(menu.Options, 0, forms.Option{Value: "all", Label: "All", Any: true})
			}
			form := forms.Form{ID: "f", Fields: []forms.Field{{Name: "s", Control: "text", Role: forms.QueryRole, Score: 1}, menu}}
			words := strings.Fields(docs[7].text)
			p := mustPlan(t, querygen.Options{Form: form, Seeds: append([]string{"home", "page", "login"}, words...)})
			for range 300 {
				a, ok := p.Next()
				if !ok {
					break
				}
				o := querygen.Outcome{Query: a.Query, Page: a.Page, Status: querygen.Empty, Total: -1, Requests: 1}
				kind, text := "ci", ""
				for _, b := range a.Query.Bind {
					if b.Name == "y" {
						kind = b.Value
					} else {
						text = b.Value
					}
				}
				for _, d := range docs {
					if text != "" && kind == "all" && slices.Contains(strings.Fields(d.text), text) {
						o.Status, o.Rows = querygen.Answered, append(o.Rows, querygen.Row{Key: d.text, Text: d.text})
					}
				}
				p.Observe(o)
			}
			if undone != (p.Held() > 200) {
				t.Errorf("%d of %d held: %s", p.Held(), len(docs), p.Why())
			}
			if kept := p.Presets(); undone != (len(kept) == 0) {
				t.Errorf("kept %v", kept)
			}
			if c := p.Capabilities().Get(querygen.CanDivide); strings.Contains(c.Evidence, "only presents") {
				t.Errorf("taken from answers without records: %s", c.Evidence)
			}
		})
	}
}

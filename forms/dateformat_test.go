package forms_test

import (
	"testing"
)

// A text box says in several places how it wants a date; one that does is a
// date, and two of them that say from and to are a range.
func TestBoxesThatWantDates(t *testing.T) {
	for _, tt := range []struct{ name, body, format, role string }{
		{"placeholder", `Heard on <input name=x placeholder="dd/mm/yyyy">`, "dd/mm/yyyy", "x date"},
		{"title", `<input name=x title="Bitte TT.MM.JJJJ">`, "dd.mm.yyyy", "x date"},
		{"hint behind it", `<label>Heard</label> <input name=x> (mm/dd/yyyy)`, "mm/dd/yyyy", "x date"},
		{"attribute of its picker", `Heard <input name=x data-date-format="dd-mm-yyyy">`, "dd-mm-yyyy", "x date"},
		{"value", `Heard <input name=x value="2020-01-31">`, "yyyy-mm-dd", "x date"},
		{"script of its picker", `Heard <input name=x id=x><script>$("#x").datepicker({ dateFormat: "dd/mm/yy" });</script>`, "dd/mm/yyyy", "x date"},
		{"script of its class", `Heard <input name=x class="day wide"><script>flatpickr ; $(".day").datepicker({format: 'mm/dd/yyyy'})</script>`, "mm/dd/yyyy", "x date"},
		{"script of another box", `Heard <input name=x id=x><script>$("#y").datepicker({ dateFormat: "dd/mm/yy" });</script>`, "", "x query"},
		{"a box for words", `<input name=q placeholder="words, or a date as dd/mm/yyyy">`, "dd/mm/yyyy", "q query"},
		{"a range", `<label>Heard from <input name=x placeholder="dd/mm/yyyy"></label> <label>to <input name=y placeholder="dd/mm/yyyy"></label>`, "dd/mm/yyyy", "x range-min with y"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := parse(t, `<html lang=de><form action=/search role=search>`+tt.body+`<input name=words><button>Search</button></form>`)[0]
			if got := f.Fields[0].Format; got != tt.format {
				t.Errorf("format %q, want %q", got, tt.format)
			}
			if got := describeRoles(f.Fields)[0]; got != tt.role {
				t.Errorf("%s, want %s", got, tt.role)
			}
		})
	}
}

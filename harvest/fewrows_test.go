package harvest_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/harvest"
)

// atlas is a site of maps, by room and, where it has a box, by words. It shows so many of an
// answer, eight on a page, and nothing to a form that is left empty.
func atlas(maps, cut int, box bool, said func(found int) string) stub {
	rooms := strings.Fields("Coasts Rivers Alps Steppes Isles")
	type sheet struct{ title, room string }
	var all []sheet
	rng := rand.New(rand.NewPCG(11, 4))
	pick := func(from string) string { return strings.Fields(from)[rng.IntN(len(strings.Fields(from)))] }
	for range maps {
		all = append(all, sheet{fmt.Sprintf("%s %s near %s", pick("Faint Inked Folded Torn Gilded Patched Stamped Ruled Dotted Glossy Creased Signed"),
			pick("chart plan survey sketch panorama profile elevation outline diagram"),
			pick("Bergen Cadiz Dover Esbjerg Faro Genoa Hull Izmir Jaffa Kiel Lagos Malmo Nice Oran")), pick("Coasts Coasts Rivers Alps Alps Alps Steppes Isles")})
	}
	return stub(func(u *url.URL) (int, string) {
		if u.Path != "/" {
			return 404, "<h1>404</h1>"
		}
		q := u.Query()
		var form strings.Builder
		form.WriteString(`<html lang=en><title>Map room</title><form action=/>`)
		if box {
			form.WriteString(`<label>Keywords <input name=q></label>`)
		}
		form.WriteString(`<label>Room <select name=room><option value="">Any`)
		for _, r := range rooms {
			form.WriteString("<option>" + r)
		}
		form.WriteString(`</select></label><button>Search</button></form>`)
		words := strings.Fields(strings.ToLower(q.Get("q")))
		if q.Get("room") == "" && len(words) == 0 {
			return 200, form.String()
		}
		var found []int
		for i, s := range all {
			in := strings.Fields(strings.ToLower(s.title + " " + s.room))
			if (q.Get("room") == "" || q.Get("room") == s.room) && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(in, w) }) {
				found = append(found, i)
			}
		}
		if len(found) == 0 {
			return 200, form.String() + "<p>No maps were found.</p>"
		}
		shown := found[:min(len(found), cut)]
		n, _ := strconv.Atoi(q.Get("page"))
		n = max(n, 1)
		var rows strings.Builder
		for _, i := range shown[(n-1)*8 : min(n*8, len(shown))] {
			fmt.Fprintf(&rows, "<li><a href=/map/%d>%s</a> <span>%s</span>", 70+3*i, all[i].title, all[i].room)
		}
		if n*8 < len(shown) {
			q.Set("page", strconv.Itoa(n+1))
			fmt.Fprintf(&rows, "</ul><a rel=next href='/?%s'>Next</a>", strings.ReplaceAll(q.Encode(), "&", "&amp;"))
		}
		return 200, fmt.Sprintf("%s<p>%s</p><ul>%s", form.String(), said(len(found)), rows.String())
	})
}

// Where each part shows the same two rows, none of them is proven to be whole, nor are words that
// bring these again: others bring more.
func TestPartsOfTheSameFewRows(t *testing.T) {
	if sum := run(t, harvest.Options{}, atlas(90, 2, true, func(int) string { return "" }), newMemory()); sum.Records < 25 {
		t.Errorf("%d records of 90: %+v", sum.Records, sum.Stop)
	}
}

// A number that stands beside every answer is none of its matches: the parts are not cut.
func TestOneTotalOfEveryAnswer(t *testing.T) {
	sum := run(t, harvest.Options{}, atlas(210, 999, false, func(int) string { return "210 results" }), newMemory())
	if e := sum.Estimate; sum.Records != 210 || sum.Stop.Kind != harvest.Complete || e.Size != 210 || e.Unreachable > 0 {
		t.Errorf("%d records of 210, estimate %+v: %+v", sum.Records, e, sum.Stop)
	}
}

// What ends a harvest, parts that were read whole and words that brought nothing beside them, is
// also what is told of its size.
func TestSizeOfPartsReadWhole(t *testing.T) {
	sum := run(t, harvest.Options{}, atlas(210, 999, true, func(n int) string { return fmt.Sprintf("%d maps found", n) }), newMemory())
	if e := sum.Estimate; sum.Records != 210 || e.Size != 210 || e.High > 1.3*210 {
		t.Errorf("%d records of 210, estimate %+v: %+v", sum.Records, e, sum.Stop)
	}
}

// A control that divides nothing shows what is cut once more: it is out of reach once.
func TestOutOfReachIsCountedOnce(t *testing.T) {
	site := atlas(210, 16, false, func(n int) string { return fmt.Sprintf("%d maps found", n) })
	idle := func(u *url.URL) (int, string) {
		status, body := site(u)
		return status, strings.Replace(body, "<button>", `<label>Paper <select name=paper><option value=a selected>White<option value=b>Cream</select></label><button>`, 1)
	}
	sum := run(t, harvest.Options{}, stub(idle), newMemory())
	if e := sum.Estimate; sum.Stop.Kind != harvest.Incomplete || sum.Records+e.Unreachable != 210 {
		t.Errorf("%d records are held and %d out of reach, of 210: %+v", sum.Records, e.Unreachable, sum.Stop)
	}
}

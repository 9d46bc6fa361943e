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

// counting is a site that shows the first sixty records of a question and says that these
// are all, or, where told is set, that there are many. It has a box for words of three, or a
// menu of six kinds.
func counting(n, perPage int, box bool, told ...string) stub {
	const limit = 60
	c := newCatalogue(rand.New(rand.NewPCG(7, 1)), n)
	said := countOf
	if len(told) > 0 {
		said = func(from, to, _ int) string { return fmt.Sprintf("Showing %d-%d of %s", from, to, told[0]) }
	}
	return func(u *url.URL) (int, string) {
		head := c.form(u, box, !box)
		if u.Path != "/search" {
			return 200, head
		}
		rows := c.rows(u, func(i int, title string) string {
			return fmt.Sprintf("<li><a href=/item/%d>%s</a> <em>%d</em>", i, title, 1900+i)
		})
		return paged(u, head, rows[:min(len(rows), limit)], perPage, said)
	}
}

// Where words are used up, what lies under the cuts of all words that it has is among what is told.
func TestWhatLiesUnderCuts(t *testing.T) {
	for _, n := range []int{500, 600} {
		sum := run(t, harvest.Options{}, counting(n, 20, true, "many"), newMemory())
		if e := sum.Estimate; sum.Records == n || e.Known() && (e.High < float64(n) || e.Size-float64(sum.Records) < 0.2*float64(n-sum.Records)) {
			t.Errorf("%d of %d records are held, %.0f (%.0f-%.0f) are told: %s", sum.Records, n, e.Size, e.Low, e.High, e.Method)
		}
	}
}

// A site that counts no further than it lists says that each answer is whole. It is not
// believed: more is asked, no number is claimed where hardly any answer was whole, and where
// nothing else can be asked the end says so.
func TestALimitThatIsToldAsATotal(t *testing.T) {
	for name, c := range map[string]struct {
		n, perPage int
		box        bool
		least      int
		end        harvest.StopKind
	}{
		"the top of each": {900, 20, true, 560, harvest.Exhausted},
		"kinds":           {600, 20, false, 360, harvest.Incomplete},
	} {
		t.Run(name, func(t *testing.T) {
			sum := run(t, harvest.Options{}, counting(c.n, c.perPage, c.box), newMemory())
			if e := sum.Estimate; sum.Records < c.least || sum.Stop.Kind != c.end || e.Known() && e.High < float64(c.n) {
				t.Errorf("%d of %d records, estimate %+v: %+v", sum.Records, c.n, e, sum.Stop)
			}
		})
	}
}

// Answers that say how many records they have and show none that can be read: the end says
// what was shown, and what to set.
func TestAnswersThatClaimRecordsAndShowNone(t *testing.T) {
	for name, form := range map[string]string{
		"words": stubForm,
		"kinds": "<html lang=en><title>Archive</title><h1>Archive</h1><form action=/find role=search><select name=kind><option value=''>All<option>Maps<option>Books</select><button>Search</button></form>",
	} {
		sum := run(t, harvest.Options{}, stub(func(u *url.URL) (int, string) {
			switch q := u.Query().Get("q"); {
			case u.Path != "/find":
				return 200, form
			case q != "" && !slices.Contains([]string{"archive", "letter", "the", "search"}, q):
				return 200, form + "<p>No results found.</p>"
			}
			return 200, form + "<h2>Results</h2><p>240 results found</p><div id=app></div>"
		}), newMemory())
		if why := sum.Stop.Reason; sum.Stop.Kind != harvest.Incomplete || sum.Records > 0 || !strings.Contains(why, "240 records match") || !strings.Contains(why, "--browser always") {
			t.Errorf("%s: %d records, %s: %s", name, sum.Records, sum.Stop.Kind, why)
		}
	}
}

// Where more is held than the list of everything has, the end says so, and no share is told
// but where the parts of the form were read to their ends: lists leave some out.
func TestMoreIsHeldThanThereIs(t *testing.T) {
	for _, box := range []bool{true, false} {
		sum := run(t, harvest.Options{}, mixed(240, 90, 4, 20, box), newMemory())
		if sum.Records <= 252 || sum.Stop.Kind == harvest.Incomplete || !strings.Contains(sum.Stop.Reason, "more than the 240") || sum.Estimate.Known() && !sum.Estimate.Exact {
			t.Errorf("box %t: %d records of %.0f, %s: %s", box, sum.Records, sum.Estimate.Size, sum.Stop.Kind, sum.Stop.Reason)
		}
	}
}

// mixed is a site that answers each nth question from another catalogue in the same dress.
func mixed(n, other, every, perPage int, box bool) stub {
	rng := rand.New(rand.NewPCG(3, 1))
	data := []catalogue{newCatalogue(rng, n), newCatalogue(rng, other)}
	asked := 0
	return func(u *url.URL) (int, string) {
		head := data[0].form(u, box, true)
		if u.Path != "/search" {
			return 200, head
		}
		asked++
		which := 0
		if asked%every == 0 {
			which = 1
		}
		rows := data[which].rows(u, func(i int, title string) string {
			return fmt.Sprintf("<li><a href=/item/%d>%s %d</a> <em>%d</em>", i+which*100000, title, i, 1900+i)
		})
		return paged(u, head, rows, perPage, countOf)
	}
}

// The number in the name of a model is no price, and what closer bounds bring is not out of reach.
func TestBoundsBesideNamesWithNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	makes := []string{"Alba", "Borea", "Corvo", "Delmar", "Estro"}
	var cars [][2]int
	for i := range 350 {
		cars = append(cars, [2]int{i % 5, 900 + rng.IntN(29000)})
	}
	form := "<html lang=es><title>Coches</title><h1>Coches</h1><form action=/coches><label>Marca <select name=marca><option value=''>Elige marca"
	for _, m := range makes {
		form += "<option>" + m
	}
	form += "</select></label><label>Precio hasta <input type=number name=max></label><button>Ver coches</button></form>"
	sum := run(t, harvest.Options{}, stub(func(u *url.URL) (int, string) {
		q := u.Query()
		at := slices.Index(makes, q.Get("marca"))
		if u.Path != "/coches" || at < 0 {
			return 200, form + "<p>Elige una marca.</p>"
		}
		most, err := strconv.Atoi(q.Get("max"))
		var rows []string
		for i, c := range cars {
			if c[0] == at && (err != nil || c[1] <= most) {
				rows = append(rows, fmt.Sprintf("<div class=anuncio><a href=/coche/%d>%s %s%d</a><div>%d.%03d €</div></div>", i, makes[at], strings.ToUpper(makes[at][:2]), i%4, c[1]/1000, c[1]%1000))
			}
		}
		if len(rows) == 0 {
			return 200, form + "<p>Nada con estos criterios.</p>"
		}
		return 200, fmt.Sprintf("%s<p><strong>%d</strong> coches encontrados</p>%s", form, len(rows), strings.Join(rows[:min(30, len(rows))], ""))
	}), newMemory())
	// A bound shows about half of a limit more each time it halves what matches.
	if sum.Records < 210 || sum.Records+sum.Estimate.Unreachable != len(cars) {
		t.Errorf("%d of %d records, %s: %s", sum.Records, len(cars), sum.Stop.Kind, sum.Stop.Reason)
	}
}

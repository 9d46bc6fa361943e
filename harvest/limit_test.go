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
// are all. It has a box for words of three, or a menu of six kinds.
func counting(n, perPage int, box bool) stub {
	const limit = 60
	rng := rand.New(rand.NewPCG(7, 1))
	words := strings.Fields("amber birch cedar delta ember falcon garnet harbor island jasper kestrel lagoon meadow nectar opal prairie quartz river summit timber walnut willow zephyr copper silver")
	var titles [][]string
	for range n {
		titles = append(titles, []string{words[rng.IntN(len(words))], words[rng.IntN(len(words))], words[rng.IntN(len(words))]})
	}
	return func(u *url.URL) (int, string) {
		word, kind := u.Query().Get("q"), u.Query().Get("kind")
		control := fmt.Sprintf("<input type=search name=q value=%q>", word)
		if !box {
			control = "<select name=kind><option value=''>All<option>Kind0<option>Kind1<option>Kind2<option>Kind3<option>Kind4<option>Kind5</select>"
		}
		head := "<html lang=en><title>Catalogue</title><h1>Catalogue</h1><form action=/search role=search>" + control + "<button>Search</button></form>"
		if u.Path != "/search" {
			return 200, head + "<p>All things that we keep.</p>"
		}
		var rows []string
		for i, title := range titles {
			if len(rows) < limit && (kind == "" || kind == fmt.Sprint("Kind", i%6)) && !slices.ContainsFunc(strings.Fields(word), func(w string) bool { return !slices.Contains(title, w) }) {
				rows = append(rows, fmt.Sprintf("<li><a href=/item/%d>%s</a> <em>%d</em>", i, strings.Join(title, " "), 1900+i))
			}
		}
		number, _ := strconv.Atoi(u.Query().Get("page"))
		at := min(max(number-1, 0)*perPage, len(rows))
		end := min(at+perPage, len(rows))
		if len(rows) == 0 {
			return 200, head + "<p>No results found.</p>"
		}
		next := ""
		if end < len(rows) {
			next = fmt.Sprintf("<a rel=next href='/search?q=%s&amp;kind=%s&amp;page=%d'>Next</a>", url.QueryEscape(word), kind, max(number, 1)+1)
		}
		return 200, fmt.Sprintf("%s<p>%d results</p><ul>%s</ul>%s", head, len(rows), strings.Join(rows[at:end], ""), next)
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

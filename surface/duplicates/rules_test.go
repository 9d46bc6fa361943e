package duplicates_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"github.com/hadal-crawler/hadal/surface/duplicates"
)

// site is a made-up site: what it says at an address is decided by the parts of
// the address that count.
type site struct {
	addresses []string
	text      map[string]string // by address; what says which page it is
}

func (s *site) add(address, text string) {
	if _, ok := s.text[address]; !ok {
		s.addresses = append(s.addresses, address)
		s.text[address] = text
	}
}

// words of a page that is told by its name.
func words(name string, n int) string {
	rnd := rand.New(rand.NewPCG(hash(name), 1))
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("w%d", rnd.IntN(4000))
	}
	return strings.Join(out, " ")
}

func hash(s string) (h uint64) {
	for i := range len(s) {
		h = h*1099511628211 + uint64(s[i])
	}
	return h
}

// madeUpSite has superfluous addresses of the planted kinds, and decoys that look like
// them: parameters that count, some of them only at times.
func madeUpSite(rnd *rand.Rand, planted []string) *site {
	s := &site{text: map[string]string{}}
	has := func(kind string) bool {
		for _, p := range planted {
			if p == kind {
				return true
			}
		}
		return false
	}
	for i := range 120 {
		item := fmt.Sprintf("/item.php?id=%d", i)
		text := words(item, 60)
		if i%17 == 0 {
			text = "this item is sold out, please have a look at our other items"
		}
		s.add(item, text)
		s.add(fmt.Sprintf("/item.php?id=%d&view=full", i), words(item+"full", 80)) // counts
		lang := text
		if i%3 > 0 {
			lang = words(item+"de", 60)
		}
		s.add(fmt.Sprintf("/item.php?id=%d&lang=de", i), lang) // a third is not translated
		if has("session") {
			for range 2 {
				s.add(fmt.Sprintf("/item.php?id=%d&sid=%x", i, rnd.Uint64()), text)
			}
		}
		if has("referrer") && i%2 == 0 {
			s.add(fmt.Sprintf("/item.php?ref=%s&id=%d", []string{"home", "list", "mail"}[rnd.IntN(3)], i), text)
		}
		if has("order") && i%2 == 0 {
			s.add(fmt.Sprintf("/find.php?cat=%d&max=%d", i, i%5), words("find"+item, 50))
			s.add(fmt.Sprintf("/find.php?max=%d&cat=%d", i%5, i), words("find"+item, 50))
		}
		if has("rewritten") && i%2 == 1 {
			s.add(fmt.Sprintf("/item/%d.html", i), text)
		}
	}
	for i := range 60 {
		dir := fmt.Sprintf("/section%d/", i)
		text := words(dir, 70)
		s.add(dir, text)
		if has("index") {
			s.add(dir+"index.html", text)
		}
		if has("slash") {
			s.add(fmt.Sprintf("/topics/t%d", i), words(dir+"t", 40))
			s.add(fmt.Sprintf("/topics/t%d/", i), words(dir+"t", 40))
		}
		if has("case") {
			s.add(fmt.Sprintf("/Docs/Page%d.htm", i), words(dir+"doc", 40))
			s.add(fmt.Sprintf("/docs/page%d.htm", i), words(dir+"doc", 40))
		}
		if has("segment") {
			for range 2 {
				s.add(fmt.Sprintf("/s/%x/help/h%d.html", rnd.Uint32(), i), words(dir+"help", 40))
			}
		}
		// Lists: the second page counts, and some lists have but one.
		s.add(fmt.Sprintf("/list?section=%d", i), words(dir+"list1", 60))
		s.add(fmt.Sprintf("/list?section=%d&page=1", i), words(dir+"list1", 60))
		s.add(fmt.Sprintf("/list?section=%d&page=2", i), words(dir+"list2", 60))
		sorted := words(dir+"list1", 60)
		if i%4 > 0 {
			sorted = words(dir+"sorted", 60)
		}
		s.add(fmt.Sprintf("/list?section=%d&sort=price", i), sorted)
		// Some news are in the archive, too, most are not the same there.
		s.add(fmt.Sprintf("/news/n%d.html", i), words(dir+"news", 50))
		archived := words(dir+"archive", 50)
		if i%5 == 0 {
			archived = words(dir+"news", 50)
		}
		s.add(fmt.Sprintf("/archive/n%d.html", i), archived)
	}
	rnd.Shuffle(len(s.addresses), func(i, j int) { s.addresses[i], s.addresses[j] = s.addresses[j], s.addresses[i] })
	return s
}

var kinds = []string{"session", "referrer", "order", "rewritten", "index", "slash", "case", "segment"}

// score counts what a crawl of the site skips.
type score struct {
	fetched, duplicates int // duplicates among the fetched: their text was fetched before
	skipped, wrong      int // skips of a page whose text is nowhere else among the fetched
}

func play(s *site) (sc score, r *duplicates.Rules) {
	r = &duplicates.Rules{}
	have := map[string]bool{}
	var skipped []string
	for _, a := range s.addresses {
		if reason := r.Against(a); reason != "" {
			skipped = append(skipped, a)
			continue
		}
		sc.fetched++
		if have[s.text[a]] {
			sc.duplicates++
		}
		have[s.text[a]] = true
		r.Observe(a, duplicates.Sign(s.text[a]))
	}
	sc.skipped = len(skipped)
	for _, a := range skipped {
		if !have[s.text[a]] {
			sc.wrong++
		}
	}
	return sc, r
}

// The learner finds most of what is planted and none of the decoys.
func TestRulesOnMadeUpSites(t *testing.T) {
	var all score
	superfluous := 0
	for seed := range uint64(6) {
		rnd := rand.New(rand.NewPCG(seed, 3))
		var planted []string
		for _, k := range kinds {
			if seed == 0 || rnd.IntN(2) == 0 {
				planted = append(planted, k)
			}
		}
		s := madeUpSite(rnd, planted)
		sc, r := play(s)
		distinct := map[string]bool{}
		for _, text := range s.text {
			distinct[text] = true
		}
		superfluous += len(s.addresses) - len(distinct)
		all.fetched += sc.fetched
		all.skipped += sc.skipped
		all.wrong += sc.wrong
		all.duplicates += sc.duplicates
		t.Logf("planted %v: %d addresses, %d texts; %d fetched, %d skipped, %d of them wrongly", planted, len(s.addresses), len(distinct), sc.fetched, sc.skipped, sc.wrong)
		for _, rule := range r.Learned() {
			t.Logf("  %s (%d agree, %d differ)", rule, rule.Agree, rule.Differ)
			for _, decoy := range []string{"view", "lang", "parameter page", "sort", "parameter id", "archive", "news", "section says"} {
				if strings.Contains(rule.String(), decoy) {
					t.Errorf("%s is no rule of the site", rule)
				}
			}
		}
	}
	precision := 1 - float64(all.wrong)/float64(max(all.skipped, 1))
	recall := float64(all.skipped-all.wrong) / float64(superfluous)
	t.Logf("precision %.3f, recall %.3f of %d superfluous addresses", precision, recall, superfluous)
	if precision < 0.99 || recall < 0.5 {
		t.Errorf("precision %.3f and recall %.3f, want at least 0.99 and 0.5", precision, recall)
	}
}

// A site without planted duplicates teaches that the first page of a list need
// not be named, and nothing else.
func TestNothingToLearn(t *testing.T) {
	s := madeUpSite(rand.New(rand.NewPCG(1, 1)), nil)
	sc, r := play(s)
	if sc.wrong > 0 || len(r.Learned()) != 1 || r.Learned()[0].From != "&page=1$" {
		t.Errorf("%d skipped wrongly, by %v; want the first pages of lists only", sc.wrong, r.Learned())
	}
}

// Every address of a site of error pages has the same text. That proves nothing
// about its parameters.
func TestErrorPagesProveNothing(t *testing.T) {
	r := &duplicates.Rules{}
	for i := range 200 {
		r.Observe(fmt.Sprintf("/item?id=%d", i), duplicates.Sign("we are sorry, there is no such item in our shop"))
	}
	if learned := r.Learned(); len(learned) > 0 {
		t.Errorf("learned %v", learned)
	}
}

// A rule that stops to hold is given up, because some addresses are fetched all
// the same.
func TestRulesAreGivenUp(t *testing.T) {
	r := &duplicates.Rules{}
	see := func(a, text string) {
		if r.Against(a) == "" {
			r.Observe(a, duplicates.Sign(words(text, 40)))
		}
	}
	for i := range 40 {
		see(fmt.Sprintf("/a?id=%d", i), fmt.Sprint(i))
		see(fmt.Sprintf("/a?id=%d&style=x", i), fmt.Sprint(i))
	}
	if len(r.Learned()) == 0 {
		t.Fatal("nothing learned")
	}
	for i := range 2000 {
		see(fmt.Sprintf("/b?id=%d", i), fmt.Sprintf("b%d", i))
		see(fmt.Sprintf("/b?id=%d&style=x", i), fmt.Sprintf("b%d in another style", i))
	}
	if r.Against("/b?id=7") != "" || r.Against("/b?id=1999&style=z") != "" {
		t.Errorf("still believed: %v", r.Learned())
	}
}

// Rules make an address shorter or leave it, are applied in the same way again,
// and are addresses.
func FuzzRules(f *testing.F) {
	f.Add("/a/b?c=d&e=f", "/a/b?e=f")
	f.Add("/x/1/y/", "/x/2/y/")
	f.Add("//?&=&", "/")
	f.Fuzz(func(t *testing.T, a, b string) {
		if !strings.HasPrefix(a, "/") || !strings.HasPrefix(b, "/") {
			return
		}
		r := &duplicates.Rules{}
		for i := range 12 {
			text := duplicates.Sign(words(fmt.Sprint(i), 30))
			r.Observe(fmt.Sprintf("/%d%s", i, a), text)
			r.Observe(fmt.Sprintf("/%d%s", i, b), text)
		}
		for _, rule := range r.Learned() {
			if got, _ := rule.Apply(a); !strings.HasPrefix(got, "/") {
				t.Errorf("%s makes %q of %q", rule, got, a)
			}
		}
		one, _ := r.Normal(a)
		two, _ := r.Normal(a)
		if one != two {
			t.Errorf("%q and %q of %q", one, two, a)
		}
		_, _ = url.Parse(one)
	})
}

package finding

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/clipperhouse/uax29/v2/words"
	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest/internal/session"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
	"github.com/hadal-crawler/hadal/surface"
)

// way is one way to ask: with or without a browser, by a request or by steps.
type way struct {
	render bool
	by     forms.Way
}

func (w way) String() string {
	switch {
	case !w.render:
		return "over HTTP"
	case w.by == forms.ByRequest:
		return "by a request shown in a browser"
	}
	return fmt.Sprintf("in a browser, sent by %s", w.by)
}

// TryWays finds out how the form of the profile is to be asked, by comparing
// what is read of the answers to the same word, and commits that. Nothing is
// tried where nothing says that a browser is needed.
func (r *Finder) TryWays(ctx context.Context) (*ledger.Stop, error) {
	form := r.State.Profile.Form
	if !r.TriesWays() {
		return nil, nil
	}
	stop, err := r.CompareWays(ctx, *form)
	if stop == nil && err == nil && r.NoBrowser != nil && form.ByScript() != "" {
		return r.NoForm(), nil
	}
	return stop, err
}

// TriesWays reports whether it is to be found out how the form of the profile is asked.
func (r *Finder) TriesWays() bool {
	b, form := r.State.Profile.Browser, r.State.Profile.Form
	return r.MayRender() && (b == nil || !b.Tried) && (r.Renders() || form.ByScript() != "" || len(form.Opened) > 0)
}

// ways lists the ways worth trying, the cheapest first.
func (r *Finder) ways(f forms.Form) []way {
	var out []way
	if f.ByScript() == "" && f.Submit {
		if r.Options.Browser != session.RenderAlways {
			out = append(out, way{false, forms.ByRequest})
		}
		out = append(out, way{true, forms.ByRequest})
	}
	if f.Askable() == nil {
		for _, by := range f.Ways() {
			out = append(out, way{true, by})
		}
	}
	return out
}

// CompareWays asks for words in all ways until one brings records.
func (r *Finder) CompareWays(ctx context.Context, f forms.Form) (*ledger.Stop, error) {
	r.Whole = false
	ways := r.ways(f)
	if len(ways) == 0 {
		return nil, nil
	}
	idle, stop, err := r.idlePage(ctx, f)
	if stop != nil || err != nil {
		return stop, err
	}
	best, worth, said := ways[0], 0.0, "no word that was tried brought an answer in any way"
	brought := ""
	if r.Renders() && slices.Contains(ways, way{true, forms.ByEnter}) {
		best = way{true, forms.ByEnter}
	} else if f.ByScript() != "" {
		best = ways[len(ways)-1] // at least what comes while typing is seen
		if slices.Contains(ways, way{true, forms.ByButton}) {
			best = way{true, forms.ByButton}
		}
	}
	box := boxOf(f)
	all := r.wayWords(f, box)
	offered := false
	suggests := func(i int) (stop *ledger.Stop, done bool, err error) {
		if offered {
			return nil, false, nil
		}
		offered = true
		g, word, stop, err := r.suggested(ctx, f, idle, worth > denied/2)
		if word != "" {
			all = slices.Insert(all, i, word)
		}
		if g != nil && stop == nil && err == nil {
			stop, err = r.CompareWays(ctx, *g)
		}
		return stop, g != nil || stop != nil || err != nil, err
	}
	if r.Example != nil {
		all = []string{""}
		if box != nil && len(r.Example[box.Name]) > 0 {
			all = r.Example[box.Name]
		}
	}
	for i := 0; i < len(all); i++ {
		word := all[i]
		was := len(r.loaded)
		var found []string
		var alive []way // that answered something
		asks := way{}   // says that nothing was found: it is asked so
		for _, w := range ways {
			if stop := r.Budget.Over(); stop != nil {
				return stop, nil
			}
			score, records, stop, err := r.tryWay(ctx, f, w, box, word, idle)
			if stop != nil || err != nil {
				return stop, err
			}
			if !r.MayRender() {
				return nil, nil
			}
			found = append(found, fmt.Sprintf("%s: %d", w, records))
			switch {
			case score == denied && asks == way{}:
				asks = w
				fallthrough
			case score > 0:
				alive = append(alive, w)
			}
			if w.by == forms.ByTyping && (score < denied || score < 1 && box == nil) && best.by != forms.ByTyping {
				continue // what stirs before the form is sent is no answer to it
			}
			if score > worth*1.2 {
				best, worth = w, score
			}
			if slices.ContainsFunc(r.State.Profile.Endpoints, func(e endpoint.Endpoint) bool { return len(e.Asked) > 0 }) {
				break // no page is needed for most questions
			}
			if w.by == forms.ByRequest && w.render && worth >= 1 {
				break // its steps lead to the same address
			}
		}
		if asks != (way{}) {
			alive = []way{asks}
		}
		if len(alive) > 0 {
			ways = alive
		}
		if worth >= 1 && !r.Whole && best.render {
			found, stop := r.Behind.Served(ctx, &r.State.Profile)
			if stop != nil {
				return stop, nil
			}
			r.Whole = found.Whole
		}
		if r.Whole { // whatever way there is, none brings more
			said = "the page's script searches in what it loads, which is read instead"
			break
		}
		if was == 0 && len(r.loaded) > 0 && r.Example == nil { // what is searched in came with the first question only
			all = append(all[:i+1], slices.DeleteFunc(r.wayWords(f, box), func(w string) bool { return slices.Contains(all[:i+1], w) })...)
			if i+1 < len(all) {
				continue
			}
		}
		if worth >= 1 {
			brought = word
			said = fmt.Sprintf("records read for %q: %s", word, strings.Join(found, "; "))
			break
		}
		if box == nil {
			if stop, done, err := suggests(i + 1); done {
				return stop, err
			}
			break
		}
		if i == len(all)-1 || i == 0 && !lexicon.Search.Within(lexicon.Fold(box.Label+" "+box.Placeholder)) { // it may take what it suggests alone
			if stop, done, err := suggests(i + 1); done {
				return stop, err
			}
		}
	}
	profile := r.State.Profile
	if worth >= 1 && brought != "" { // it is asked first, then
		profile.Seeds = append([]string{brought}, slices.DeleteFunc(slices.Clone(profile.Seeds), func(w string) bool { return w == brought })...)
	}
	b := profile.Browsing()
	b.Render, b.By, b.Tried = best.render, best.by, true
	if best.render {
		b.Since = r.State.Steps // else answers are read as before
	}
	switch {
	case worth >= 1, r.Whole:
	case worth > denied/2:
		said = "it says that nothing was found"
	case worth > 0:
		said = "it says something else than before"
	}
	how := fmt.Sprintf("asked %s (%s)", best, said)
	if before, _, _ := strings.Cut(b.Why, "; asked "); before != "" {
		how = before + "; " + how
	}
	b.Why = how
	r.Tell("note", fmt.Sprintf("the site is asked %s (%s)", best, said))
	return nil, r.Commit(ctx, ledger.Commit{Profile: &profile})
}

// boxOf returns the field that words go into; nil where the form has none.
func boxOf(f forms.Form) *forms.Field {
	for i := range f.Fields {
		if c := &f.Fields[i]; c.Role == forms.QueryRole && !c.Disabled {
			return c
		}
	}
	return nil
}

// wayWords returns words that the site probably has records for: the user's, those that
// the form gives as examples, those of the records that its pages show unasked and load, the first
// words of the pages' language, those of the pages.
func (r *Finder) wayWords(f forms.Form, box *forms.Field) []string {
	if box == nil {
		return []string{""}
	}
	var out []string
	add := func(list []string, most int) {
		for _, w := range list {
			if most > 0 && isSeed(w) && !slices.Contains(out, w) {
				out = append(out, w)
				most--
			}
		}
	}
	add(r.Options.SeedWords, 2)
	out = append(out, Examples(f)...)
	out = out[:min(len(out), 4)]
	for _, titles := range [][]string{r.State.Profile.Idle, r.loaded} {
		var said []string
		for _, title := range titles {
			tokens := words.FromString(strings.ToLower(title))
			for tokens.Next() {
				said = append(said, tokens.Value())
			}
		}
		add(said, 2)
	}
	start := lexicon.StartWords(r.State.Profile.Lang)
	known := min(len(start), 3)
	out = append(out, start[:known]...)
	add(r.State.Profile.Seeds, 2)
	return slices.Concat(out, start[known:min(len(start), known+3)], []string{"the", "of"}[:max(0, 2-known)])
}

// idlePage shows the form's page with nothing asked: what it lists is no answer.
func (r *Finder) idlePage(ctx context.Context, f forms.Form) (*page.Document, *ledger.Stop, error) {
	p, stop, err := r.Fetch(ctx, page.Get(f.Page).Rendered(f.Opened...))
	if stop != nil {
		return nil, stop, nil
	}
	if r.Missing(err) || err != nil {
		return nil, nil, r.tried(ctx, f.Page, "the form's page in a browser", err, nil)
	}
	r.loaded = loadedTitles(p)
	if stop := r.seekUnasked(ctx, nil, p, nil); stop != nil {
		return nil, stop, nil
	}
	if err := r.tried(ctx, f.Page, "the form's page in a browser", nil, p); err != nil {
		return nil, nil, err
	}
	doc, err := p.Document()
	if err != nil {
		return nil, nil, nil
	}
	return doc, nil, nil
}

// loadedTitles returns titles of records in the data that a page's scripts
// loaded, shown or not: where they search themselves, in there.
func loadedTitles(p *page.Page) (titles []string) {
	for _, x := range p.Exchanges {
		if x.Status != 200 || x.Truncated {
			continue
		}
		titles = append(titles, amid(endpoint.Titles(x.Body))...)
	}
	if doc, err := p.Document(); err == nil && p.Request.Render {
		for _, data := range page.InlineData(doc) {
			titles = append(titles, amid(endpoint.Titles([]byte(data)))...)
		}
	}
	return titles
}

// amid returns some titles from the middle of a list on: what a site has beside its records
// often stands first.
func amid(titles []string) []string {
	titles = titles[len(titles)/2:]
	return titles[:min(len(titles), maxIdle)]
}

// tried commits a request of the comparison as a visit of the form's page.
func (r *Finder) tried(ctx context.Context, at page.URL, what string, failure error, p *page.Page) error {
	v := surface.Visit{URL: at, Note: "tried " + what, Rendered: p != nil && p.Request.Render}
	if failure != nil {
		v.Note += ": " + failure.Error()
	}
	if p != nil {
		v.Final, v.Status = p.Final, p.Status
	}
	r.Survey.Observe(v, nil)
	r.Last = page.Request{}
	if err := r.Commit(ctx, ledger.Commit{Step: &ledger.Step{Visit: &v}, Page: p}); err != nil {
		return err
	}
	r.Visits += v.Requests
	r.Tell("visit", v.Note)
	return nil
}

// tryWay asks for one word in one way. The score counts the records that are
// no part of the idle page, those that mention the word most.
func (r *Finder) tryWay(ctx context.Context, f forms.Form, w way, box *forms.Field, word string, idle *page.Document) (score float64, records int, stop *ledger.Stop, err error) {
	values := forms.Values{}
	switch {
	case r.Example != nil:
		values = r.Example
	case box != nil:
		values[box.Name] = []string{word}
	default:
		values, word = firstAsk(f), ""
	}
	req, err := f.Fill(values, forms.Submission{Named: r.Options.Form != "", By: w.by})
	if err != nil {
		return 0, 0, nil, nil // not in this way
	}
	if w.render && w.by == forms.ByRequest {
		req = req.Rendered()
	}
	p, stop, err := r.Fetch(ctx, req)
	if stop != nil {
		return 0, 0, stop, nil
	}
	r.Missing(err)
	if p != nil && len(r.loaded) == 0 {
		r.loaded = loadedTitles(p)
	}
	what := fmt.Sprintf("%q %s", word, w)
	if err != nil {
		return 0, 0, nil, r.tried(ctx, f.Page, what, err, nil)
	}
	if doc, docErr := p.Document(); docErr == nil && p.Status < 400 {
		score, records = worthOf(doc, idle, word)
		if box != nil && box.Suggests && records > 0 && onlyOffers(doc, extract.Read(doc, extract.Options{Query: []string{word}}).Records) {
			return stirred, 0, nil, r.tried(ctx, f.Page, what+": it suggests", nil, p)
		}
	}
	if score > 0 || len(r.loaded) > 0 {
		if stop := r.seekUnasked(ctx, values, p, idle); stop != nil {
			return 0, 0, stop, nil
		}
	}
	return score, records, nil, r.tried(ctx, f.Page, what+fmt.Sprintf(": %d records", records), nil, p)
}

// yearsBack is how far back dates are asked for first: records of most sites are younger.
const yearsBack = 8

// firstAsk returns the first thing that a form without a box can be asked: an option
// of a menu that binds something, else all that is between two bounds.
func firstAsk(f forms.Form) forms.Values {
	for _, c := range f.Fields {
		if !c.Control.IsMenu() && !c.Suggests || c.Disabled || c.DependsOn != "" {
			continue
		}
		for _, o := range c.Options {
			if !o.Any && !o.Disabled && !o.Selected && o.Value != "" {
				return forms.Values{c.Name: {o.Value}}
			}
		}
	}
	for _, c := range f.Fields {
		i := slices.IndexFunc(f.Fields, func(d forms.Field) bool { return d.Name == c.Pair && d.Role == forms.RangeMax })
		if c.Role == forms.RangeMin && i >= 0 && c.Min != "" && f.Fields[i].Max != "" {
			return forms.Values{c.Name: {c.Min}, c.Pair: {f.Fields[i].Max}}
		}
		if c.Role == forms.RangeMin && i >= 0 && c.Control == "date" { // in a calendar that has no bounds
			now := time.Now()
			return forms.Values{c.Name: {now.AddDate(-yearsBack, 0, 0).Format(time.DateOnly)}, c.Pair: {now.Format(time.DateOnly)}}
		}
	}
	return forms.Values{}
}

// worthOf reads an answer twice: without what the idle page shows, for sites
// that draw answers over it, and whole, for those that filter it in place.
func worthOf(doc, idle *page.Document, word string) (score float64, records int) {
	asked := []string{word}
	if word == "" {
		asked = nil
	}
	var background extract.Background
	before := 0
	if idle != nil && said(doc, word) == said(idle, word) {
		return 0, 0 // whatever it lists was there before
	}
	if idle != nil {
		background = background.Learn(idle, nil)
		before = len(extract.Read(idle, extract.Options{}).Records)
	}
	fresh := extract.Read(doc, extract.Options{Query: asked, Background: background})
	if fresh.Blocked == "" {
		score, records = mentions(fresh.Records, word)
	}
	whole := extract.Read(doc, extract.Options{Query: asked})
	if n := len(whole.Records); whole.Blocked == "" && n > 0 && n < before {
		if s, n := mentions(whole.Records, word); s > score {
			return s, n
		}
	}
	if score == 0 && idle != nil && fresh.Blocked == "" {
		if fresh.Empty && !extract.Read(idle, extract.Options{}).Empty {
			return denied, 0
		}
		return stirred, 0
	}
	return score, records
}

// What an answer without records is worth: less than any with one.
const (
	denied  = 0.3 // it says that nothing was found
	stirred = 0.1 // it says something else than the idle page
)

// said is the text of a page without the word that was asked for.
func said(doc *page.Document, word string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(strings.ToLower(page.Text(doc.Root)), cmp.Or(word, "\x00"), " ")), " ")
}

// mentions counts records, those that mention the word fully.
func mentions(records []extract.Record, word string) (score float64, n int) {
	for _, rec := range records {
		if word == "" || strings.Contains(strings.ToLower(rec.Text), word) {
			score++
		} else {
			score += 0.1
		}
	}
	if score < 0.5 {
		score = 0
	}
	return score, len(records)
}

// seekUnasked is seek while no question is being answered: for a page that is
// shown to compare the ways to ask.
func (r *Finder) seekUnasked(ctx context.Context, values forms.Values, p *page.Page, idle *page.Document) *ledger.Stop {
	doc, err := p.Document()
	if err != nil || !p.Request.Render {
		return nil
	}
	var o extract.Options
	var asked []page.Pair
	for _, name := range slices.Sorted(maps.Keys(values)) {
		for _, value := range values[name] {
			asked, o.Query = append(asked, page.Pair{Name: name, Value: value}), append(o.Query, value)
		}
	}
	if idle != nil {
		o.Background = o.Background.Learn(idle, nil)
	}
	records := extract.Read(doc, o).Records
	if len(records) == 0 {
		o.Background = extract.Background{}
		records = extract.Read(doc, o).Records
	}
	found, stop := r.Behind.Seek(ctx, asked, p, records, &r.State.Profile, false)
	r.Whole = r.Whole || found.Whole
	return stop
}

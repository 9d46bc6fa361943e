package harvest

import (
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
	"github.com/hadal-crawler/hadal/querygen"
)

// listed knows the records that came from the request behind a page by what
// they say, so that the same records on a page that a browser shows are told to
// be the same: there they have neither their number nor, often, an address. It
// is a fold of the ledger.
type listed struct {
	keys   map[string]bool
	saying map[string][]string // keys by folded value of a field, those of few records
}

// Bounds of what is remembered.
const (
	maxListed = 50_000 // records
	maxSaying = 4      // records by one value: what more have tells none of them apart
	minSaying = 3      // bytes of a value
)

// learn adds the rows of an endpoint's answer.
func (l *listed) learn(rows []querygen.Row) {
	if l.keys == nil {
		l.keys, l.saying = map[string]bool{}, map[string][]string{}
	}
	for _, row := range rows {
		if l.keys[row.Key] || len(l.keys) >= maxListed {
			continue
		}
		l.keys[row.Key] = true
		said := map[string]bool{}
		for _, f := range row.Fields {
			value := lexicon.Fold(f.Value)
			if len(value) < minSaying || said[value] {
				continue
			}
			said[value] = true
			if held := l.saying[value]; len(held) <= maxSaying {
				l.saying[value] = append(held, row.Key)
			}
		}
	}
}

// key returns the key of the record that rec shows: the one that has its title
// and half of its other values, or, where a page calls something else the title,
// most of its values; "" where none or no single one has.
func (l *listed) key(rec extract.Record) string {
	if len(l.keys) == 0 || l.keys[rec.Key] {
		return ""
	}
	votes, said := map[string]int{}, map[string]bool{}
	var candidates []string // in the order of rec's fields
	for _, f := range rec.Fields {
		value := lexicon.Fold(f.Value)
		if len(value) < minSaying || said[value] {
			continue
		}
		said[value] = true
		for _, key := range l.of(value) {
			votes[key]++
			candidates = append(candidates, key)
		}
	}
	titled := l.of(rec.Title)
	best, tied := "", false
	for _, key := range append(candidates, titled...) {
		has := votes[key]*4 >= len(said)*3 && votes[key] >= 2 || votes[key]*2 >= len(said) && slices.Contains(titled, key)
		switch {
		case !has || key == best:
		case best == "" || votes[key] > votes[best]:
			best, tied = key, false
		case votes[key] == votes[best]:
			tied = true
		}
	}
	if tied {
		return ""
	}
	return best
}

// of returns the records that say a value, nil where too many do.
func (l *listed) of(value string) []string {
	keys := l.saying[lexicon.Fold(strings.TrimSpace(value))]
	if len(keys) > maxSaying {
		return nil
	}
	return keys
}

// join gives records that a browser shows the keys that they have in the
// answers of the request behind the page, which say more of them.
func (r *run) join(p *page.Page, records []extract.Record) {
	if !p.Request.Render {
		return
	}
	given := map[string]bool{}
	for i := range records {
		if key := r.listed.key(records[i]); key != "" && !given[key] {
			given[key] = true
			records[i].Key, records[i].Fields, records[i].URL = key, nil, page.URL{}
		}
	}
}

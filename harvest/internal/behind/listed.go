package behind

import (
	"slices"
	"strings"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/forms/endpoint"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
	"github.com/hadal-crawler/hadal/querygen"
)

// listed knows the records that came from the request behind a page by what
// they say, so that the same records on a page that a browser shows are told to
// be the same: there they have neither their number nor, often, an address. It
// is a fold of the ledger.
type listed struct {
	keys   map[string][]string // values of each, the longest first
	saying map[string][]string // keys by folded value of a field, those of few records
}

// Bounds of what is remembered.
const (
	maxListed = 50_000 // records
	maxSaying = 4      // records by one value: what more have tells none of them apart
	minSaying = 3      // bytes of a value
)

// wordsIn returns the name of the only box of a form, where what the page showed for a word says
// it in what its script searches in, which p lists; "" where it is not so.
func (b *Behind) wordsIn(e endpoint.Endpoint, p *page.Page, profile ledger.Profile) (box string) {
	for _, c := range profile.Form.Fields {
		if c.Role == forms.QueryRole {
			if box != "" {
				return ""
			}
			box = c.Name
		}
	}
	doc, err := Document(&e, p)
	if err != nil || len(b.observed) == 0 || e.Index {
		return box
	}
	o := b.observed[len(b.observed)-1]
	if len(o.Asked) != 1 || o.Asked[0].Name != box {
		return ""
	}
	all := extract.Read(doc, Reading(e, extract.Options{Keys: profile.Keys}))
	saying := Saying(all, o.Asked[0].Value).Records
	for _, s := range o.Shown {
		if !slices.ContainsFunc(saying, func(rec extract.Record) bool {
			return sameRecord(extract.Record{Title: s.Title, Text: s.Text, URL: s.URL}, rec)
		}) {
			return ""
		}
	}
	return box
}

// Saying returns what was read of a list with those of its records alone that say a word, or all
// words of a text.
func Saying(res extract.Result, asked string) extract.Result {
	words := strings.Fields(lexicon.Fold(asked))
	res.Records = slices.DeleteFunc(slices.Clone(res.Records), func(rec extract.Record) bool {
		text := rec.Title + " " + rec.Text
		for _, f := range rec.Fields {
			text += " " + f.Value
		}
		text = lexicon.Fold(text)
		return slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
	})
	res.Total, res.Capped, res.Next, res.Empty = len(res.Records), false, extract.Step{}, len(res.Records) == 0
	return res
}

// learn adds the rows of an endpoint's answer.
func (l *listed) learn(rows []querygen.Row) {
	if l.keys == nil {
		l.keys, l.saying = map[string][]string{}, map[string][]string{}
	}
	for _, row := range rows {
		if l.known(row.Key) || len(l.keys) >= maxListed {
			continue
		}
		var values []string
		for _, value := range append(folded(row.Fields), title(row)) {
			if len(value) < minSaying || slices.Contains(values, value) {
				continue
			}
			values = append(values, value)
			if held := l.saying[value]; len(held) <= maxSaying {
				l.saying[value] = append(held, row.Key)
			}
		}
		slices.SortStableFunc(values, func(a, b string) int { return len(b) - len(a) })
		l.keys[row.Key] = values
	}
}

func folded(fields []page.Pair) (values []string) {
	for _, f := range fields {
		values = append(values, lexicon.Fold(f.Value))
	}
	return values
}

// title returns what the text of a row says beside its fields, folded: the title is none
// of them.
func title(row querygen.Row) string {
	text := " " + lexicon.Fold(row.Text) + " "
	values := folded(row.Fields)
	slices.SortStableFunc(values, func(a, b string) int { return len(b) - len(a) })
	for _, v := range values {
		text = strings.Replace(text, " "+v+" ", " ", 1)
	}
	return strings.TrimSpace(text)
}

// key returns the key of the record that rec shows: the one with its title whose
// values are half of rec's text, or, where a page calls something else the title,
// three quarters of it; "" where none or no single one is.
func (l *listed) key(rec extract.Record) string {
	if len(l.keys) == 0 || l.known(rec.Key) {
		return ""
	}
	titled := l.of(rec.Title)
	candidates := slices.Clone(titled)
	for _, f := range rec.Fields {
		candidates = append(candidates, l.of(f.Value)...)
	}
	text := lexicon.Fold(rec.Text)
	best, most, tied := "", 0, false
	for _, key := range candidates {
		if key == best {
			continue
		}
		share := covered(text, l.keys[key])
		switch {
		case share*4 < len(text)*3 && (share*2 < len(text) || !slices.Contains(titled, key)):
		case share > most:
			best, most, tied = key, share, false
		case share == most:
			tied = true
		}
	}
	if tied {
		return ""
	}
	return best
}

func (l *listed) known(key string) bool {
	_, known := l.keys[key]
	return known
}

// covered returns how many bytes of a text are made up of values, the longest
// first, of which none counts where another does.
func covered(text string, values []string) (n int) {
	for _, v := range values {
		if before, after, ok := strings.Cut(text, v); ok {
			text = before + "\n" + after
			n += len(v) + 1 // with the blank after it
		}
	}
	return n
}

// of returns the records that say a value, nil where too many do.
func (l *listed) of(value string) []string {
	keys := l.saying[lexicon.Fold(strings.TrimSpace(value))]
	if len(keys) > maxSaying {
		return nil
	}
	return keys
}

// Learn notes the rows of an endpoint's answer.
func (b *Behind) Learn(rows []querygen.Row) { b.listed.learn(rows) }

// Join gives records that a browser shows the keys that they have in the answers of the
// request behind the page, which say more of them.
func (b *Behind) Join(p *page.Page, records []extract.Record) {
	if !p.Request.Render {
		return
	}
	given := map[string]bool{}
	for i := range records {
		if key := b.listed.key(records[i]); key != "" && !given[key] {
			given[key] = true
			records[i].Key, records[i].Fields, records[i].URL = key, nil, page.URL{}
		}
	}
}

// Pairs returns the values of a record by the names of its fields.
func Pairs(fields []extract.Field) []page.Pair {
	var out []page.Pair
	for _, f := range fields {
		out = append(out, page.Pair{Name: f.Name, Value: f.Value})
	}
	return out
}

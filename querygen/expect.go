package querygen

// expectations guess what a question brings whose strategy does not say: from
// what others of that strategy brought, latest first in weight, for each record
// held that shows the word, or for each page where no word is asked for.
type expectations map[string]*experience

// experience is what the questions of one strategy brought.
type experience struct {
	words  ratio // new records for the records held that show the word
	others ratio // new records for the rows of a page
}

// experienceKept is the weight that is left to earlier answers at each page.
const experienceKept = 0.97

func (e expectations) of(strategy string) *experience {
	x := e[strategy]
	if x == nil {
		x = &experience{}
		e[strategy] = x
	}
	return x
}

// add takes a page of q into account, and on the first one what was to be expected.
func (e expectations) add(f *facts, q *question, first bool) {
	x := e.of(q.query.Strategy)
	sum, predicted := &x.others, float64(f.rowsAPage())
	if first && q.kind == keyword {
		q.holders = f.records.df(q.word) - q.fresh
	}
	if q.holders > 0 {
		sum, predicted = &x.words, float64(q.holders)
	}
	if !first {
		predicted = 0
	}
	sum.fade(float64(q.lastFresh), predicted, experienceKept)
}

// expected guesses the new records that a question brings.
func (f *facts) expected(q Query) float64 {
	x := f.experience.of(q.Strategy)
	if f.si.box != nil {
		if id, ok := f.records.ids[wordOf(&f.si, q)]; ok && f.records.df(id) > 0 {
			return float64(f.records.df(id)) * x.words.value()
		}
	}
	return float64(f.rowsAPage()) * x.others.value()
}

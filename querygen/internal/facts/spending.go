package facts

import (
	"math"
	"slices"
)

// curiosity returns how many requests may go into questions that teach about the
// interface and bring nothing. What they may save grows with the collection, but the
// first ones tell most: so it is the root of how many pages the records fill, as far as
// it shows, or were asked for, times a constant.
func (f *Log) curiosity() float64 {
	const constant = 0.5
	return constant * math.Sqrt(f.pages())
}

// pages returns how many pages the records fill, or that were asked for, where these are more.
func (f *Log) pages() float64 { return max(f.Filled(), float64(f.Requests)) }

// Filled returns how many pages the records fill, as far as it shows.
func (f *Log) Filled() float64 {
	return float64(max(f.Most, f.Records.Held())) / float64(f.RowsAPage())
}

// Affords reports whether the harvest looks so large that one question more may be
// asked which is not likely to bring anything, after so many others to the same end.
func (f *Log) Affords(before int) bool {
	const apart = 12 // requests between two of them
	return f.Requests >= apart*before && f.Curious+float64(before) < f.curiosity()
}

// Spares reports whether so many pages of new records may be forgone for a question
// that teaches about the interface or the words.
func (f *Log) Spares(pages float64) bool { return f.Curious+pages <= f.curiosity() }

// Pace returns the new records of late by request, as a share of a page.
func (f *Log) Pace() float64 {
	const outcomes = 6
	requests, fresh := 0.0, 0.0
	for _, s := range f.Spent[max(0, len(f.Spent)-outcomes):] {
		requests, fresh = requests+float64(s.Requests), fresh+float64(s.Fresh)
	}
	return min(fresh/max(requests, 1)/float64(f.RowsAPage()), 1)
}

// latestAnswers is whose rows newShare looks at.
const latestAnswers = 100

// newShare returns the share of new records among the latest rows.
func (f *Log) newShare() float64 {
	rows, fresh := 0, 0
	for _, s := range f.Spent[max(0, len(f.Spent)-latestAnswers):] {
		rows += int(s.Rows)
		fresh += int(s.Fresh)
	}
	return float64(fresh) / float64(max(rows, 1))
}

// What ends a harvest weighs questions: of the latest answers, as many pages of one
// question count as tell what it brings. A list that is read on or read again may fill any
// number of requests, and a page in a browser costs many, without telling anything of
// others. Nor does a page that was read before.
const (
	PerQuestion = 10 // pages of one question that count
	atMost      = 10 // times as many answers as are to count, after which all do
)

// Weigh goes back through the answers until those that count are as many as window, or
// until stop says so of one. It returns how many counted, and the rows and the new records
// of these.
func (f *Log) Weigh(window int, stop func(Spending) bool) (answers, rows, fresh int) {
	pages, all := map[*Question]int{}, 0
	for _, s := range slices.Backward(f.Spent) {
		if answers >= window || stop(s) {
			break
		}
		if s.Of == nil || s.Of.probes {
			continue
		}
		all++
		if !s.Again {
			pages[s.Of]++
		}
		if (s.Again || pages[s.Of] > PerQuestion) && s.Fresh == 0 && all <= atMost*window {
			continue
		}
		answers++
		rows += int(s.Rows)
		fresh += int(s.Fresh)
	}
	return answers, rows, fresh
}

// EnoughInVain is how many words that hardly any record held has must bring nothing much
// before what is held is taken for no corner of the collection.
const EnoughInVain = 3

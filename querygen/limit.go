package querygen

// limit returns the top-k limit as far as it shows: no question brings more
// rows than this. It is 0 while nothing speaks for a limit. Four signs do: an
// answer that ended short of the total it claims while no other has shown many
// more rows, or one of which a page far behind others shows that it does; long answers
// that all ended at the same, greatest length; and a longest answer that lacks records
// which others show to belong to it.
func (f *facts) limit() int {
	if f.told > 0 {
		return f.told
	}
	if f.cut > 0 && float64(f.cut) >= 0.9*float64(f.reach) || f.endedAlike() || f.wholes.cut && f.wholes.reach == f.reach {
		return f.reach
	}
	if f.shut > 0 && float64(f.shut) >= 0.9*float64(f.reach) {
		return f.shut
	}
	return 0
}

// shutAt returns how many rows of q can be read where pages were left out in front of one
// that shows these to be far fewer than q claims to match; 0 where none does.
func (f *facts) shutAt(q *question) int {
	n := q.counted
	if q.last == 0 && q.beyond > 0 {
		n = (q.beyond - 1) * f.rowsAPage()
	}
	if len(q.apart) == 0 || q.capped || float64(n) >= 0.9*float64(q.total) || 10*n < 9*f.reach {
		return 0
	}
	return n
}

// endedAlike reports whether so many answers ended at the greatest length that it
// is no chance: three, or two after many full pages.
func (f *facts) endedAlike() bool {
	const many = 10
	long := f.pageSize > 0 && f.ended[0] >= many*f.pageSize && f.ended[0]%f.pageSize == 0
	return f.ended[0] == f.reach && (f.ended[1] >= 3 || long && f.ended[1] == 2) || f.onePageAlike()
}

// Of answers on a single page, to words.
const (
	alikeLeast  = 5   // rows
	alikeFewest = 8   // that have as many
	alikeShare  = 0.2 // of all that have an answer
)

// onePageAlike reports whether so many words that show no total have an answer of just as
// many rows, on one page, and none a longer one, that it is no chance: the numbers of
// matches of words differ, and hardly any word has the most.
func (f *facts) onePageAlike() bool {
	n := f.onePage
	return f.reach >= alikeLeast && n.rows == f.reach && n.alike >= alikeFewest && float64(n.alike) >= alikeShare*float64(n.all)
}

// onePage counts the answers to words that ended on their first page without a total.
type onePage struct{ all, rows, alike int } // rows: the most of any, which alike of them have

func (p *onePage) add(q *question) {
	if q.kind != keyword || q.total >= 0 || q.more || q.pages > 1 || len(q.rows) == 0 {
		return
	}
	p.all++
	switch n := len(q.rows); {
	case n > p.rows:
		p.rows, p.alike = n, 1
	case n == p.rows:
		p.alike++
	}
}

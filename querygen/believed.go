package querygen

// A total that a site shows is believed as far as the answers bear it out: it says how
// many records there are at least, since what a question matches is there. So it is
// while totals are no guesses (see vague), it stands beside records, and no answer that was
// read to its end had less than it claimed, but for a limit. The total of the form as
// served is one more of these, unless it is a teaser's.

// believedTotal returns the largest total that is believed, 0 where none is.
func (f *facts) believedTotal() int {
	if f.claims.guessed || f.claims.forgotten || f.vague() {
		return 0
	}
	most := 0
	for _, q := range f.asked {
		if t := f.claimOf(q); t > most && f.bearsOut(q) {
			most = t
		}
	}
	return most
}

// claimOf returns how many matches q claims, or at least.
func (f *facts) claimOf(q *question) int { return max(q.claim, q.total) }

// bearsOut reports whether what q showed bears out what it claims.
func (f *facts) bearsOut(q *question) bool {
	if q.kind == garbage || q.status != Answered || len(q.rows) == 0 || q.by != nil {
		return false
	}
	if q.kind == listing {
		return f.against(q) == "" && (f.served(q) || f.si.lifts(q.query) || f.believed(q)) && !f.teaser(q)
	}
	if q.more || q.stuck || q.capped {
		return true
	}
	n := max(len(q.rows), q.shown)
	return float64(n) >= (1-exactWithin)*float64(f.claimOf(q)) || f.limit() > 0 && 10*n >= 9*f.limit()
}

// teaser reports whether q, the form as served, shows a few records of a number that need
// not be that of what can be asked for.
func (f *facts) teaser(q *question) bool {
	return !q.more && q.pages == 1 && len(q.rows) < q.total && f.reach <= len(q.rows) && f.limit() == 0
}

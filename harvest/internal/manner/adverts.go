package manner

import "github.com/hadal-crawler/hadal/extract"

// WithoutAdverts returns the page without the rows that are advertisement, and what is known of
// these learned from it: rows that a label says to be, and the few that lead to another site
// than the page's, where the others lead to its own. One that stands there whatever is asked is
// no record; sites also set records of their own before others that match, and list what others
// have. Which of the two they are is seen where all others have what was asked. Until then those
// with a label are left out: a record of the site's own stands without its label in other
// answers. Those that lead elsewhere stay, but where they alone lack it.
func (s Sight) WithoutAdverts() (_ Sight, advertised bool) {
	m := &s.Profile.Manner
	kept, labelled, outward := s.parted()
	n, out := len(labelled.Res.Records), len(outward.Res.Records)
	if n+out == 0 {
		return s, false
	}
	lacks := len(kept.Res.Records) > 0 && kept.having() == len(kept.Res.Records)
	if hit, typed := labelled.Hits(); lacks && typed {
		m.Paid, m.Strays = m.Paid+hit, m.Strays+n-hit
	}
	if lacks {
		hit := outward.having()
		m.Paid, m.Strays = m.Paid+hit, m.Strays+out-hit
	}
	for max(m.Paid, m.Strays) > mostHabits {
		m.Paid, m.Strays = m.Paid/2, m.Strays/2
	}
	one, records := s, s.Res.Records
	s.Res.Records = nil
	for _, rec := range records {
		one.Res.Records = []extract.Record{rec}
		switch {
		case rec.Advert && !Habit(m.Paid, m.Strays):
		case !rec.Advert && s.leadsOff(rec) && out > 0 && (Habit(m.Strays, m.Paid) || lacks && 2*m.Paid < m.Strays && one.having() == 0):
		default:
			s.Res.Records = append(s.Res.Records, rec)
		}
	}
	return s, true
}

// having returns how many records of the page have what was asked: a word that was typed, or
// where none was all that the choices say.
func (s Sight) having() int {
	if n, typed := s.Hits(); typed {
		return n
	}
	return s.Fit()
}

// parted returns the page with the rows that are records for sure, with those that a label says
// to be advertisement, and with those that lead to another site, where they are the lesser part
// or known to stray.
func (s Sight) parted() (kept, labelled, outward Sight) {
	kept, labelled, outward = s, s, s
	kept.Res.Records, labelled.Res.Records, outward.Res.Records = nil, nil, nil
	own := 0
	for _, rec := range s.Res.Records {
		of := &kept
		switch {
		case rec.Advert:
			of = &labelled
		case s.leadsOff(rec):
			of = &outward
		case !rec.URL.IsZero():
			own++
		}
		of.Res.Records = append(of.Res.Records, rec)
	}
	if m := s.Profile.Manner; own == 0 || len(outward.Res.Records) >= own && !Habit(m.Strays, m.Paid) {
		kept.Res.Records = append(kept.Res.Records, outward.Res.Records...)
		outward.Res.Records = nil
	}
	return kept, labelled, outward
}

// leadsOff reports whether a record leads to another site than its page is of.
func (s Sight) leadsOff(rec extract.Record) bool {
	return s.Page != nil && !rec.URL.IsZero() && !s.Page.Final.IsZero() && rec.URL.Site() != s.Page.Final.Site()
}

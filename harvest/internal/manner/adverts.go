package manner

// WithoutAdverts returns the page without the rows that a label says to be advertisement, and
// what is known of these learned from it. One that stands there whatever is asked is no record; sites
// also set records of their own before others that match. Which of the two they are is seen
// where a word was asked for. Until then they are left out: a record of the site's own stands
// without its label in other answers.
func (s Sight) WithoutAdverts() (_ Sight, advertised bool) {
	m := &s.Profile.Manner
	all := s.Res.Records
	kept, paid := s, s
	kept.Res.Records, paid.Res.Records = nil, nil
	for _, rec := range all {
		of := &kept
		if rec.Advert {
			of = &paid
		}
		of.Res.Records = append(of.Res.Records, rec)
	}
	if len(paid.Res.Records) == 0 {
		return s, false
	}
	hits, ok := paid.Hits()
	if others, _ := kept.Hits(); ok && others == len(kept.Res.Records) {
		m.Paid = min(m.Paid+hits, mostHabits)
		m.Strays = min(m.Strays+len(paid.Res.Records)-hits, mostHabits)
	}
	if !Habit(m.Paid, m.Strays) {
		s.Res.Records = kept.Res.Records
	}
	return s, true
}

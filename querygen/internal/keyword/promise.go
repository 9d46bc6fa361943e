package keyword

import "github.com/hadal-crawler/hadal/querygen/internal/facts"

// promise is what asking a word is expected to bring.
type promise struct {
	raw   float64 // unseen matches, as the weights have it
	reach float64 // new records within the limit
	pages float64
	index float64 // for comparison with the new records that a page of an open answer brings
}

// promises tell what asking words is expected to bring.
type promises struct {
	f         *facts.Facts
	outlook   *outlook
	excluding *excluding
}

func (s *promises) promise(w uint32) promise {
	list := s.f.Records.Postings[w]
	found := s.f.Classes.Found(s.f.Records.Words[w]) * s.f.Finds.Found(w)
	if s.f.Regime().Excludes {
		return s.promised(0, s.excluding.out.Unseen(list, 1), found)
	}
	n, sum := s.outlook.Weights.sum(list)
	return s.promised(n, s.outlook.shrunk(n, sum), found)
}

// promised is the promise of a word in n weighted records that has so many
// unseen matches, as the weights have it, and is found with a chance of found.
func (s *promises) promised(n int, raw, found float64) promise {
	p, site := promise{raw: raw}, s.f.Regime()
	if site.Excludes {
		p.reach = p.raw * s.excluding.left.Value() * found
		s.price(&p, p.reach) // records in hand are left out
		if most := s.excluding.out.dividable(); p.reach > most {
			p.index *= most * most / (p.reach * p.reach)
		}
		return p
	}
	unseen := raw * s.outlook.scaled(n)
	shown := float64(n) / s.f.Seeing.Share()
	fresh, rows := s.outlook.reachable(shown, unseen)
	first, others := s.outlook.splits(fresh, shown+unseen, rows, float64(s.f.RowsAPage()))
	p.reach = (first + others) * found
	s.price(&p, rows)
	if site.FirstTells() || site.Gauges() {
		p.index = s.outlook.breakEven(shown, unseen, found, s.outlook.told(shown, unseen)) * s.outlook.locked(p.reach)
	}
	return p
}

// price sets what depends on the number of rows of an answer.
func (s *promises) price(p *promise, rows float64) {
	p.pages = s.outlook.pages(rows)
	p.index = s.outlook.index(p.reach, rows)
}

// exact is promise with the rows that no exclusion leaves out.
func (s *promises) exact(w uint32) promise {
	p := s.promise(w)
	if s.f.Regime().Excludes {
		before := p.index
		p.index *= s.outlook.index(p.reach, p.reach+s.excluding.out.of(w, p.reach).shown) / max(s.outlook.index(p.reach, p.reach), 1e-9)
		p.index = min(p.index, before)
	}
	return p
}

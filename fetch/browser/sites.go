package browser

import (
	"context"
	"sync"
)

// maxSites bounds the browsing contexts kept open in a Chrome beside those in use.
const maxSites = 4

// sites are those that a Chrome has browsing contexts for.
type sites struct {
	chrome *chrome

	mu    sync.Mutex
	open  map[string]*site
	asked int // times
}

// enter returns a site when it is its turn, with a tab for one page; it is given
// back by leave.
func (p *sites) enter(ctx context.Context, name string) (*site, error) {
	p.mu.Lock()
	s := p.open[name]
	if s == nil {
		s = &site{chrome: p.chrome, name: name, turn: make(chan struct{}, 1), hanging: map[string]bool{}}
		p.open[name] = s
	}
	p.asked++
	s.waiting++
	s.used = p.asked
	p.mu.Unlock()
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		p.left(s)
		return nil, ctx.Err()
	}
	if err := s.ready(); err != nil {
		<-s.turn
		p.left(s)
		return nil, err
	}
	return s, nil
}

// leave ends a page's turn; a bad tab is not used again.
func (p *sites) leave(s *site, bad bool) {
	if bad {
		s.drop()
	}
	<-s.turn
	p.left(s)
}

// left books a page that is shown no more and forgets the site unused longest
// where there are too many.
func (p *sites) left(s *site) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s.waiting--
	var oldest *site
	idle := 0
	for _, o := range p.open {
		if o.waiting > 0 {
			continue
		}
		idle++
		if oldest == nil || o.used < oldest.used {
			oldest = o
		}
	}
	if idle > maxSites {
		delete(p.open, oldest.name)
		oldest.dispose()
	}
}

package duplicates

import "fmt"

// Mirrors find hosts that show what another host shows: under the same paths the
// same texts but for details, such as the name of the host in its footer (Bharat
// and Broder 1999, Mirror, mirror on the web). The zero Mirrors have seen nothing.
type Mirrors struct {
	paths map[string][]hostText
	pairs map[string][]*likeness // by the host that was met later
}

type hostText struct {
	host string
	text Signature
}

// likeness is of two hosts.
type likeness struct {
	first        string // the host that was there before the other
	same, differ int
	texts        map[uint64]bool
}

// Thresholds of mirrors.
const (
	mirrorPaths    = 8   // with the same text
	mirrorTexts    = 6   // different ones
	mirrorShare    = 0.9 // of the common paths
	mirrorWords    = 30  // of a text that counts: error pages and directories are alike everywhere
	maxMirrorPaths = 50000
	hostsAPath     = 8
)

// Observe adds a page that was fetched with success from an origin.
func (m *Mirrors) Observe(origin, pathQuery string, text Signature) {
	if text.Words < mirrorWords {
		return
	}
	if m.paths == nil {
		m.paths, m.pairs = map[string][]hostText{}, map[string][]*likeness{}
	}
	others, known := m.paths[pathQuery]
	if !known && len(m.paths) >= maxMirrorPaths || len(others) >= hostsAPath {
		return
	}
	for _, o := range others {
		if o.host == origin {
			return
		}
	}
	m.paths[pathQuery] = append(others, hostText{origin, text})
	for _, o := range others {
		l := m.pair(o.host, origin)
		if !o.text.Near(text) {
			l.differ++
		} else {
			l.same++
			l.texts[o.text.Exact] = true
		}
	}
}

// pair returns the likeness of two hosts; a new one notes which came first.
func (m *Mirrors) pair(a, b string) *likeness {
	for _, l := range m.pairs[b] {
		if l.first == a {
			return l
		}
	}
	for _, l := range m.pairs[a] {
		if l.first == b {
			return l
		}
	}
	l := &likeness{first: a, texts: map[uint64]bool{}}
	m.pairs[b] = append(m.pairs[b], l)
	return l
}

// Against says why a host is not worth requests: it is the mirror of one that
// was met before it.
func (m *Mirrors) Against(origin string) string {
	var best *likeness
	for _, l := range m.pairs[origin] {
		if l.holds() && (best == nil || l.same > best.same) {
			best = l
		}
	}
	if best == nil {
		return ""
	}
	return fmt.Sprintf("mirror: %d of %d common paths have the text that %s has there", best.same, best.same+best.differ, best.first)
}

func (l *likeness) holds() bool {
	return l.same >= mirrorPaths && len(l.texts) >= mirrorTexts && float64(l.same) >= mirrorShare*float64(l.same+l.differ)
}

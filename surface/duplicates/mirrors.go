package duplicates

import "fmt"

// Mirrors find hosts that show what another host shows: under the same paths the
// same texts (Bharat and Broder 1999, Mirror, mirror on the web). The zero
// Mirrors have seen nothing.
type Mirrors struct {
	paths map[string][]hostText
	pairs map[[2]string]*likeness
}

type hostText struct {
	host string
	text uint64
}

// likeness is of two hosts.
type likeness struct {
	same, differ int
	texts        map[uint64]bool
}

// Thresholds of mirrors.
const (
	mirrorPaths    = 8   // with the same text
	mirrorTexts    = 6   // different ones
	mirrorShare    = 0.9 // of the common paths
	mirrorWords    = 30  // of a text that counts: error pages and directories are alike everywhere
	maxMirrorPaths = 200000
	hostsAPath     = 8
)

// Observe adds a page that was fetched with success from an origin.
func (m *Mirrors) Observe(origin, pathQuery string, text Signature) {
	if text.Words < mirrorWords {
		return
	}
	if m.paths == nil {
		m.paths, m.pairs = map[string][]hostText{}, map[[2]string]*likeness{}
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
	m.paths[pathQuery] = append(others, hostText{origin, text.Exact})
	for _, o := range others {
		key := [2]string{o.host, origin} // the host that was there first comes first
		l := m.pairs[key]
		if l == nil {
			if l = m.pairs[[2]string{origin, o.host}]; l == nil {
				l = &likeness{texts: map[uint64]bool{}}
				m.pairs[key] = l
			}
		}
		if o.text != text.Exact {
			l.differ++
		} else {
			l.same++
			l.texts[text.Exact] = true
		}
	}
}

// Against says why a host is not worth requests: it is the mirror of one that
// was met before it.
func (m *Mirrors) Against(origin string) string {
	best, of := (*likeness)(nil), ""
	for key, l := range m.pairs {
		if key[1] == origin && l.holds() && (best == nil || l.same > best.same || l.same == best.same && key[0] < of) {
			best, of = l, key[0]
		}
	}
	if best == nil {
		return ""
	}
	return fmt.Sprintf("mirror: %d of %d common paths have the text that %s has there", best.same, best.same+best.differ, of)
}

func (l *likeness) holds() bool {
	return l.same >= mirrorPaths && len(l.texts) >= mirrorTexts && float64(l.same) >= mirrorShare*float64(l.same+l.differ)
}

package surface

import (
	"strings"

	"github.com/hadal-crawler/hadal/page/lexicon"
)

// Beside each of the records that a page lists may stand links that do something to it,
// alike from record to record: "order", "fold", "to the cart", in whatever language. What
// the record is like, another link says, which carries its name and leads to the same one.
// So links of the same few words are not needed where each has one of those beside it,
// unless they say that they lead to a search.
const (
	fewestOrders = 3  // links of the same words
	longestOrder = 40 // bytes of their words
)

// dropOrders leaves such links out.
func (c *collector) dropOrders() {
	alike := map[string]int{}
	most := 0
	for i := range c.links {
		if l := &c.links[i]; l.Kind == "a" && l.Anchor != "" {
			alike[l.Anchor]++
			most = max(most, alike[l.Anchor])
		}
	}
	if most < fewestOrders {
		return
	}
	named := map[string]string{} // by what tells a record: the rest of the address of a link with a name of its own
	for i := range c.links {
		if l := &c.links[i]; l.Kind == "a" && alike[l.Anchor] == 1 {
			if which, rest := recordIn(l.URL.PathQuery()); which != "" {
				named[which] = rest
			}
		}
	}
	beside := map[string]int{}
	for i := range c.links {
		l := &c.links[i]
		if l.Kind != "a" || alike[l.Anchor] < fewestOrders || len(l.Anchor) > longestOrder || lexicon.Search.Within(lexicon.Fold(l.Anchor)) {
			continue
		}
		which, rest := recordIn(l.URL.PathQuery())
		if of, ok := named[which]; ok && of != rest {
			beside[l.Anchor]++
		}
	}
	for i := range c.links {
		if l := &c.links[i]; l.Kind == "a" && beside[l.Anchor] > 0 && beside[l.Anchor] == alike[l.Anchor] {
			c.index[l.ID] = -1
			l.Kind = ""
		}
	}
}

// recordIn returns the last piece of an address that has a digit, by which records are
// told apart, and the address without it.
func recordIn(address string) (which, rest string) {
	end := len(address)
	for end > 0 {
		digit := false
		from := end
		for ; from > 0 && strings.IndexByte("/?&=;,:", address[from-1]) < 0; from-- {
			digit = digit || address[from-1] >= '0' && address[from-1] <= '9'
		}
		if digit {
			return address[from:end], address[:from] + address[end:]
		}
		end = from - 1
	}
	return "", ""
}

package dates

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/hadal-crawler/hadal/page/lexicon"
)

// months are the numbers of the months by their names and by what these begin with, with
// accents and without; none where languages disagree: "jui" is June and July, but "mar"
// is March, though one of many languages has it for November.
var months = func() map[string]int {
	named := map[string]*[13]int{} // how many languages mean each month
	for i, names := range lexicon.Words("months") {
		month := i%12 + 1
		for name := range strings.SplitSeq(names, "/") {
			starts := map[string]bool{}
			for _, written := range []string{name, bare(name)} {
				starts[written] = true
				for n, letters := leastMonth, []rune(written); n < len(letters); n++ {
					starts[string(letters[:n])] = true
				}
			}
			for start := range starts {
				if named[start] == nil {
					named[start] = new([13]int)
				}
				named[start][month]++
			}
		}
	}
	out := map[string]int{}
	for start, of := range named {
		all, best := 0, 0
		for month, n := range of {
			if all += n; n > of[best] {
				best = month
			}
		}
		if 3*of[best] > 2*all {
			out[start] = best
		}
	}
	return out
}()

const leastMonth = 3 // letters

// bare returns a word without its accents.
func bare(word string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(word))
}

// Month returns the number of the month that a word in lower case names or
// abbreviates; 0 for none.
func Month(word string) int { return months[strings.TrimRight(word, ".")] }

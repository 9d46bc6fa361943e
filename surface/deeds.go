package surface

import (
	"net/url"
	"path"
	"strings"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// maxDeedWords is how many words a name may have that is a command: "delete",
// "item-delete.php"; "how-to-delete-an-account" is an article's.
const maxDeedWords = 3

// Writes reports whether following a link to u would do something: log out,
// delete, buy, vote. It judges by the address alone, and rather refuses a
// harmless page than sends for a harmful one.
func Writes(u page.URL) bool { return deeds{}.in(u) }

// deeds remembers which names are commands: the addresses of a page have most
// of their parts in common.
type deeds map[string]bool

func (known deeds) in(u page.URL) bool {
	p, query, hasQuery := strings.Cut(u.PathQuery(), "?")
	before, last := 0, 0 // where the segment before, and this one, begin
	for i := 1; i <= len(p); i++ {
		if i < len(p) && p[i] != '/' {
			continue
		}
		if known.deed(p[last+1 : i]) {
			return true
		}
		if segment := p[last+1 : i]; before < last && named(segment) && known.deed(p[before+1:i]) { // cart/add
			return true
		}
		before, last = last, i
	}
	if !hasQuery {
		return false
	}
	for param := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(param, "=")
		if value != "0" && known.deed(name) {
			return true
		}
		if commands[strings.ToLower(name)] && known.deed(value) {
			return true
		}
	}
	return false
}

// commands are parameters whose value says what to do.
var commands = map[string]bool{
	"action": true, "act": true, "do": true, "cmd": true, "command": true, "op": true, "mode": true, "task": true, "method": true, "_method": true,
	"event": true, "func": true, "function": true, "a": true, "m": true, "what": true, "todo": true, "aktion": true, "accion": true,
}

func (known deeds) deed(name string) bool {
	if !named(name) {
		return false
	}
	is, met := known[name]
	if !met {
		is = isDeed(name)
		known[name] = is
	}
	return is
}

// named reports whether a name can be a command's: short, and not only digits.
func named(name string) bool {
	if len(name) < 2 || len(name) > 60 {
		return false
	}
	for i := range len(name) {
		if name[i] > '9' {
			return true
		}
	}
	return false
}

func isDeed(name string) bool {
	if strings.IndexByte(name, '%') >= 0 {
		if plain, err := url.PathUnescape(name); err == nil {
			name = plain
		}
	}
	name = strings.TrimSuffix(name, path.Ext(name))
	words := lexicon.Split(name)
	if strings.Count(words, " ") >= maxDeedWords {
		return false
	}
	return lexicon.Deeds.Find(words) != "" || lexicon.LinkDeeds.Find(words) != ""
}

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
func Writes(u page.URL) bool {
	p, query, _ := strings.Cut(u.PathQuery(), "?")
	before := ""
	for segment := range strings.SplitSeq(p, "/") {
		segment = strings.TrimSuffix(segment, path.Ext(segment))
		if deed(segment) || before != "" && deed(before+" "+segment) { // also cart/add
			return true
		}
		before = segment
	}
	for param := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(param, "=")
		if deed(name) && value != "0" {
			return true
		}
		if commands[strings.ToLower(name)] && deed(value) {
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

func deed(name string) bool {
	if len(name) < 2 || len(name) > 60 {
		return false
	}
	if strings.IndexByte(name, '%') >= 0 {
		if plain, err := url.PathUnescape(name); err == nil {
			name = plain
		}
	}
	words := lexicon.Split(name)
	if strings.Count(words, " ") >= maxDeedWords {
		return false
	}
	return lexicon.Deeds.Find(words) != "" || lexicon.LinkDeeds.Find(words) != ""
}

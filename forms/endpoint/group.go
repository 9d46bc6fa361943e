package endpoint

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/deeds"
	"github.com/hadal-crawler/hadal/page"
)

// sent is a request of a script, taken apart, with its answer.
type sent struct {
	page.Exchange
	request page.Request
	leaves  []leaf
}

// group is the requests of one observation that are the same but for values.
type group struct {
	shape string
	all   []sent
	parts []Part // controls
	held  int    // records shown that its answers have
	of    int
}

func (g *group) first() sent { return g.all[0] }

// groups sorts the requests of an observation by their shape, those dropped
// that must not be repeated.
func groups(o Observation) []*group {
	var out []*group
	for _, x := range o.Exchanges {
		if x.Status < 200 || x.Status > 299 || x.Truncated || len(x.Body) == 0 {
			continue
		}
		s := take(x, o.Page)
		if harmful(s.request, o.Asked) != "" {
			continue
		}
		shape := shapeOf(s, o.Asked)
		if x.Script > 0 {
			shape += "|script " + strconv.Itoa(x.Script)
		}
		i := slices.IndexFunc(out, func(g *group) bool { return g.shape == shape })
		if i < 0 {
			i = len(out)
			out = append(out, &group{shape: shape})
		}
		out[i].all = append(out[i].all, s)
	}
	return out
}

func take(x page.Exchange, on page.Request) sent {
	r := x.Request
	if r.Method == "" {
		r.Method = "GET"
	}
	r.Render, r.Script = false, ""
	if r.Referer.IsZero() {
		r.Referer = on.URL
	}
	return sent{Exchange: x, request: r, leaves: leaves(r)}
}

// harmful says why a request that a page's script sent must not be repeated, ""
// where it may be.
func harmful(r page.Request, put []page.Pair) string { return judge(deeds.Act{}, r, put) }

// vouched is harmful for a request that such a one is with nothing in it that was put in.
func vouched(r page.Request, put []page.Pair) string {
	return judge(deeds.Act{Vouched: true}, r, put)
}

func judge(a deeds.Act, r page.Request, put []page.Pair) string {
	a.By, a.Method, a.URL, a.Header, a.ContentType, a.Body = deeds.Script, r.Method, r.URL, r.Header, r.ContentType, r.Body
	for _, p := range put {
		a.Asked = append(a.Asked, p.Value)
	}
	return deeds.Judge(a).Reason
}

// commands are members that say which of several things an address does.
var commands = map[string]bool{"action": true, "op": true, "operation": true, "operationname": true, "method": true, "cmd": true, "do": true, "task": true, "service": true, "route": true}

// shapeOf is what a request has in common with those that ask for other words
// or pages.
func shapeOf(s sent, asked []page.Pair) string {
	var b strings.Builder
	b.WriteString(s.request.Method + " " + s.request.URL.Origin())
	for _, l := range s.leaves {
		kind, name, _ := strings.Cut(l.at, " ")
		text := l.text
		for _, a := range asked {
			text = replaceFold(text, a.Value, "{}")
		}
		switch last := name[strings.LastIndexAny(name, "/ ")+1:]; {
		case kind == "path":
			if allDigits(text) {
				text = "#"
			}
			b.WriteString("/" + text)
		case commands[strings.ToLower(strings.ReplaceAll(last, "_", ""))], isGraphQL(l):
			b.WriteString("|" + l.at + "=" + text)
		}
	}
	return b.String()
}

// isGraphQL reports whether a value is a query of that language.
func isGraphQL(l leaf) bool {
	return strings.HasSuffix(l.at, "query") && strings.Contains(l.text, "{") && strings.Contains(l.text, "}")
}

// replaceFold replaces a text regardless of case, in a text where lower case
// has as many bytes.
func replaceFold(s, old, by string) string {
	if old == "" {
		return s
	}
	low, want := strings.ToLower(s), strings.ToLower(old)
	if len(low) != len(s) {
		low, want = s, old
	}
	i := strings.Index(low, want)
	if i < 0 {
		return s
	}
	return s[:i] + by + replaceFold(s[i+len(want):], old, by)
}

func allDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

package main

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"unicode"
)

// join resolves ref against base, without normalising it further.
func join(base, ref string) string {
	ref = strings.TrimSpace(ref)
	b, err := url.Parse(base)
	if err != nil {
		return ref
	}
	if i := strings.IndexByte(ref, ':'); i > 0 && !strings.ContainsAny(ref[:i], "/?#") {
		switch scheme := strings.ToLower(ref[:i]); scheme {
		case "http", "https":
		default:
			return ref
		}
	}
	// What net/url refuses (bad escapes) is escaped first; canon undoes it.
	u, err := url.Parse(badEscape.ReplaceAllString(ref, "%25$1"))
	if err != nil {
		return ref
	}
	return b.ResolveReference(u).String()
}

var badEscape = regexp.MustCompile(`%([^0-9A-Fa-f]|[0-9A-Fa-f][^0-9A-Fa-f]|.?$)`)

var port = regexp.MustCompile(`:(80|443)$`)

var lineBreaks = strings.NewReplacer("\r", "", "\n", "", "\t", "")

// canon is the form in which two links are compared: without scheme, "www.",
// fragment, final slash and percent-escapes.
func canon(link string) string {
	link = lineBreaks.Replace(strings.TrimSpace(link))
	scheme, rest, ok := strings.Cut(link, ":")
	if ok {
		switch strings.ToLower(scheme) {
		case "javascript", "mailto", "magnet":
			return unquote(link)
		}
	}
	rest, isHost := strings.CutPrefix(rest, "//")
	if !ok || !isHost {
		return unquote(link)
	}
	rest, _, _ = strings.Cut(rest, "#")
	rest, query, _ := strings.Cut(rest, "?")
	host, path := rest, ""
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		host, path = rest[:i], rest[i:]
	}
	host = port.ReplaceAllString(strings.TrimPrefix(strings.ToLower(host), "www."), "")
	out := host + strings.TrimRight(unquote(path), "/")
	if query != "" {
		out += "?" + unquote(strings.ReplaceAll(query, "+", " "))
	}
	return out
}

// unquote decodes the percent-escapes of s; what is no escape stays.
func unquote(s string) string {
	hex := func(c byte) int { return strings.IndexByte("0123456789abcdef", c|0x20) }
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) && hex(s[i+1]) >= 0 && hex(s[i+2]) >= 0 {
			b.WriteByte(byte(hex(s[i+1])<<4 | hex(s[i+2])))
			i += 2
			continue
		}
		b.WriteByte(s[i])
	}
	return strings.ToValidUTF8(b.String(), "\ufffd")
}

// key is the form in which two texts are compared: lower case, letters and
// digits only.
func key(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return r
		}
		return -1
	}, strings.ToLower(html.UnescapeString(s)))
}

// item is one record as far as matching looks at it.
type item struct {
	Title string `json:"title"`
	Link  string `json:"link"`
	// Of labelled records, their values by the names of fields.
	Fields map[string]string `json:"fields"`
	text   string            // of a predicted record
}

// match returns the size of a maximum one-to-one matching between labelled
// and predicted records, and how many predicted ones match something but found
// no partner. An edge needs an equal link, or the labelled title inside the
// predicted text.
func match(gold, got []item, base string) (matched, left int) {
	type side struct{ link, title, text string }
	prepare := func(x item) side {
		s := side{title: key(x.Title), text: key(x.text)}
		if x.Link != "" {
			s.link = canon(join(base, x.Link))
		}
		return s
	}
	preds := make([]side, len(got))
	byLink := map[string][]int{}
	for j, x := range got {
		preds[j] = prepare(x)
		if l := preds[j].link; l != "" {
			byLink[l] = append(byLink[l], j)
		}
	}
	edges := make([][]int, len(gold))
	touched := map[int]bool{}
	for i, x := range gold {
		g := prepare(x)
		if g.link != "" {
			edges[i] = append(edges[i], byLink[g.link]...)
		}
		if g.title != "" {
			for j, p := range preds {
				if p.title == g.title || p.text == g.title || len([]rune(g.title)) >= 4 && strings.Contains(p.text, g.title) {
					edges[i] = append(edges[i], j)
				}
			}
		}
		for _, j := range edges[i] {
			touched[j] = true
		}
	}
	partner := map[int]int{}
	var seen map[int]bool
	var augment func(i int) bool
	augment = func(i int) bool {
		for _, j := range edges[i] {
			if seen[j] {
				continue
			}
			seen[j] = true
			if other, taken := partner[j]; !taken || augment(other) {
				partner[j] = i
				return true
			}
		}
		return false
	}
	for i := range gold {
		seen = map[int]bool{}
		if augment(i) {
			matched++
		}
	}
	return matched, len(touched) - len(partner)
}

// prf returns precision, recall and F1; nothing given where nothing is wanted is perfect.
func prf(matched, given, wanted int) (p, r, f float64) {
	switch {
	case given > 0:
		p = float64(matched) / float64(given)
	case wanted == 0:
		p = 1
	}
	r = 1
	if wanted > 0 {
		r = float64(matched) / float64(wanted)
	}
	if p+r > 0 {
		f = 2 * p * r / (p + r)
	}
	return p, r, f
}

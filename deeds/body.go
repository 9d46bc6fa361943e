package deeds

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"mime"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// leaf is a value in a body, with the name that it stands under.
type leaf struct{ name, value string }

// Bounds of a body that is taken apart; what is larger asks for no search.
const (
	maxBody   = 1 << 20
	maxLeaves = 5000
	deepest   = 30 // lists and objects in one another
)

// bodyLeaves takes a body apart: a form's fields, the values of JSON (one text
// or one a line) with the names of their members, or the parts of a multipart
// body. A body of another kind is one value.
func bodyLeaves(contentType, body string) []leaf {
	if strings.TrimSpace(body) == "" {
		return nil
	}
	if len(body) > maxBody {
		body = body[:maxBody]
	}
	kind, params, _ := mime.ParseMediaType(contentType)
	trimmed := strings.TrimSpace(body)
	switch {
	case strings.HasPrefix(kind, "multipart/"):
		return multipartLeaves(body, params["boundary"])
	case strings.ContainsAny(trimmed[:1], `{["`):
		var out []leaf
		for d := json.NewDecoder(strings.NewReader(trimmed)); ; {
			var v any
			if d.Decode(&v) != nil {
				break
			}
			out = jsonLeaves(out, "", v, 0)
		}
		if out != nil {
			return out
		}
	}
	if kind == "application/x-www-form-urlencoded" || kind == "" && strings.Contains(body, "=") && !strings.ContainsAny(trimmed, " \n{") {
		var out []leaf
		for pair := range strings.SplitSeq(body, "&") {
			name, value, _ := strings.Cut(pair, "=")
			out = append(out, leaf{unescapeValue(name), page.Unescape(value)})
			if inner := strings.TrimSpace(page.Unescape(value)); strings.HasPrefix(inner, "{") || strings.HasPrefix(inner, "[") {
				var v any
				if json.Unmarshal([]byte(inner), &v) == nil {
					out = jsonLeaves(out, "", v, 0)
				}
			}
		}
		return out
	}
	return []leaf{{"", body}}
}

func jsonLeaves(out []leaf, name string, v any, depth int) []leaf {
	if depth > deepest || len(out) >= maxLeaves {
		return out
	}
	switch v := v.(type) {
	case map[string]any:
		for key, member := range v {
			switch member.(type) {
			case map[string]any, []any:
				out = append(out, leaf{name: key})
			}
			out = jsonLeaves(out, key, member, depth+1)
		}
	case []any:
		for _, member := range v {
			out = jsonLeaves(out, name, member, depth+1)
		}
	case string:
		out = append(out, leaf{name, v})
	case nil:
		out = append(out, leaf{name, "null"})
	default:
		out = append(out, leaf{name, fmt.Sprint(v)})
	}
	return out
}

func multipartLeaves(body, boundary string) []leaf {
	if boundary == "" {
		return []leaf{{"", body}}
	}
	var out []leaf
	for part := range strings.SplitSeq(body, "--"+boundary) {
		head, value, found := strings.Cut(part, "\r\n\r\n")
		if !found {
			continue
		}
		name := ""
		if i := strings.Index(head, `name="`); i >= 0 {
			name, _, _ = strings.Cut(head[i+len(`name="`):], `"`)
		}
		out = append(out, leaf{name, strings.TrimSuffix(value, "\r\n")})
	}
	return out
}

// body judges what a script sends: a mutation of GraphQL, names and values that
// say a deed, what is noted about visitors. Other methods than GET and HEAD are
// for questions: before one is asked none is sent, and then only what carries it.
func (j *Judging) body(a *Act) Verdict {
	if a.By != Script {
		return Verdict{}
	}
	leaves := bodyLeaves(a.ContentType, a.Body)
	asked := a.asked()
	_, query, _ := strings.Cut(a.URL.PathQuery(), "?")
	for param := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(param, "=")
		if word := mutation(leaf{name, unescapeValue(value)}); word != "" {
			return deed(fmt.Sprintf("it is a %s of GraphQL", word))
		}
	}
	for _, l := range leaves {
		if word := mutation(l); word != "" {
			return deed(fmt.Sprintf("it is a %s of GraphQL", word))
		}
		if isAsked(l.value, asked) {
			continue
		}
		if word := j.member(l); word != "" {
			return deed(fmt.Sprintf("its body says %q", word))
		}
	}
	if !a.writes() {
		return Verdict{}
	}
	method, _ := a.method()
	path, _, _ := strings.Cut(unescape(a.URL.PathQuery()), "?")
	words := lexicon.Split(path)
	if word := known.visitors.Find(words); word != "" && !lexicon.Search.Within(words) {
		return deed(fmt.Sprintf("%s of %q is no search", method, word))
	}
	if len(asked) == 0 {
		return deed(method + " before anything was asked: a page that is only shown does not send it")
	}
	if !carries(a, leaves, asked) && !(a.Continues && pages(leaves)) && !a.Vouched {
		return deed(method + " that does not carry what was asked")
	}
	return Verdict{}
}

// pages reports whether a body says no more than which part of a list is meant.
func pages(leaves []leaf) bool {
	for _, l := range leaves {
		if l.name == "" || !pageNames.Matches(lexicon.Split(l.name)) {
			return false
		}
	}
	return len(leaves) > 0
}

// pageNames are the parameters that say which part of a list is meant.
var pageNames = lexicon.New(`page, p, pg, page number, page no, page index, current page, page size, per page, paged, pagination, offset, cursor, next cursor, after, before, limit, from, size, rows, start, skip, take, first, last, count, length, scroll, scroll id, token, page token, next page token, next token, continuation, continuation token, sort, sort by, order by, draw`)

// member returns the word by which a member of a body says a deed.
func (j *Judging) member(l leaf) string {
	if verb := command(l.value); verb != "" {
		return verb
	}
	if len(l.name) > 60 {
		return ""
	}
	if l.value == "" || len(l.value) > 80 {
		return j.handle(l.name)
	}
	return j.param(l.name, url.QueryEscape(l.value), nil)
}

// within returns the word by which a value that is a command, or holds a body of its own, says a deed.
func (j *Judging) within(value string) string {
	if verb := command(value); verb != "" {
		return verb
	}
	if !strings.Contains(value, "{") {
		return ""
	}
	for _, l := range bodyLeaves("", value) {
		if word := cmp.Or(mutation(l), j.member(l)); word != "" {
			return word
		}
	}
	return ""
}

// mutation returns the kind of a GraphQL operation that changes or listens,
// "" where a value is none.
func mutation(l leaf) string {
	text := l.value
	if !strings.Contains(text, "{") {
		return ""
	}
	depth := 0
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		for rest := line; rest != ""; {
			i := strings.IndexAny(rest, "{}")
			head := rest
			if i >= 0 {
				head = rest[:i]
			}
			if depth == 0 {
				for word := range strings.FieldsFuncSeq(head, func(r rune) bool { return r == ' ' || r == '(' || r == '\t' || r == '\r' || r == '\n' || r == ',' }) {
					if word == "mutation" || word == "subscription" {
						return word
					}
					if word != "}" {
						break
					}
				}
			}
			if i < 0 {
				break
			}
			if rest[i] == '{' {
				depth++
			} else if depth > 0 {
				depth--
			}
			rest = rest[i+1:]
		}
	}
	return ""
}

// carries reports whether a request has something that was asked in it.
func carries(a *Act, leaves []leaf, asked []string) bool {
	for _, want := range asked {
		want = lexicon.Fold(want)
		if want == "" {
			continue
		}
		for _, l := range leaves {
			if holds(l.value, want) || holds(decode64(l.value), want) {
				return true
			}
		}
		if holds(unescapeValue(a.URL.PathQuery()), want) {
			return true
		}
	}
	return false
}

// holds reports whether a text has the folded words in it; those of one or two
// letters, which stand everywhere, as words of their own.
func holds(text, want string) bool {
	if text == "" {
		return false
	}
	folded := lexicon.Fold(text)
	if len(want) > 2 {
		return strings.Contains(folded, want)
	}
	return strings.Contains(" "+folded+" ", " "+want+" ")
}

// decode64 returns the text that a value is the base64 of, "" where it is none.
func decode64(s string) string {
	s = strings.TrimRight(s, "=")
	if len(s) < 8 || len(s) > 100_000 {
		return ""
	}
	for _, of := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		if b, err := of.DecodeString(s); err == nil && utf8.Valid(b) {
			return string(b)
		}
	}
	return ""
}

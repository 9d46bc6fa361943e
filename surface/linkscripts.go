package surface

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

const (
	maxScript      = 256 << 10 // bytes of a script that are read
	maxScriptLinks = 200       // of one script
	maxAddress     = 500       // bytes of an address in a script
)

// comment takes the addresses of links in a comment: what was there once, or is
// meant for one browser only.
func (c *collector) comment(text string) {
	for rest := text; ; {
		i := strings.Index(rest, "href")
		if i < 0 {
			return
		}
		quoted := strings.TrimLeft(rest[i+len("href"):], " \t\r\n")
		tag := rest[strings.LastIndexByte(rest[:i], '<')+1 : i]
		rest = rest[i+len("href"):]
		name, _, _ := strings.Cut(tag, " ")
		if name = strings.ToLower(name); name != "a" && name != "area" || !strings.HasPrefix(quoted, "=") {
			continue
		}
		quoted = strings.TrimLeft(quoted[1:], " \t\r\n")
		if ref, ok := attributeValue(quoted); ok && len(ref) <= maxAddress {
			if _, script := cutScript(ref); !script {
				c.optional(ref, Comment)
			}
		}
	}
}

func attributeValue(s string) (value string, ok bool) {
	if s == "" {
		return "", false
	}
	if s[0] == '"' || s[0] == '\'' {
		value, _, ok = strings.Cut(s[1:], s[:1])
		return value, ok
	}
	end := strings.IndexAny(s, " \t\r\n>")
	if end < 0 {
		end = len(s)
	}
	return s[:end], end > 0
}

// script takes the strings of a script that are whole addresses. Strings that are
// put together with others, those that a POST is sent to, and those that a press
// asks for without going there, are not. handler is set for what a press runs.
func (c *collector) script(text string, handler bool) {
	text = text[:min(len(text), maxScript)]
	found := 0
	for i := 0; i < len(text) && found < maxScriptLinks; i++ {
		switch quote := text[i]; quote {
		case '/':
			// Comments may hold quotes that are none.
			if strings.HasPrefix(text[i:], "//") && (i == 0 || text[i-1] == '\n' || text[i-1] == ' ' || text[i-1] == '\t' || text[i-1] == ';') {
				if end := strings.IndexByte(text[i:], '\n'); end >= 0 {
					i += end
				} else {
					return
				}
			} else if strings.HasPrefix(text[i:], "/*") {
				if end := strings.Index(text[i:], "*/"); end >= 0 {
					i += end + 1
				} else {
					return
				}
			}
		case '"', '\'', '`':
			end := stringEnd(text, i)
			if end < 0 {
				return
			}
			s := text[i+1 : end]
			if quote != '`' && strings.Contains(s, `\/`) {
				s = strings.ReplaceAll(s, `\/`, "/")
			}
			if looksLikeAddress(s) && !joined(text, i, end) && !posted(text[:i], text[end:]) && !requests(text[:i], handler) {
				if c.add(s, Script) >= 0 {
					found++
				}
			}
			i = end
		}
	}
}

// stringEnd returns where the string that begins at start ends, -1 where it
// does not; a string in quotes ends with its line at the latest.
func stringEnd(text string, start int) int {
	quote := text[start]
	for i := start + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case quote:
			return i
		case '\n':
			if quote != '`' {
				return i
			}
		}
	}
	return -1
}

// joined reports whether a string is put together with something.
func joined(text string, start, end int) bool {
	before := strings.TrimRight(text[:start], " \t\r\n")
	after := strings.TrimLeft(text[min(end+1, len(text)):], " \t\r\n")
	return strings.HasSuffix(before, "+") || strings.HasPrefix(after, "+") || strings.HasPrefix(after, ".concat")
}

// posted reports whether what stands around a string sends something there, or
// loads something that is no page. before ends, after begins with its quotes.
func posted(before, after string) bool {
	if sendsIn(callEnd(after)) {
		return true
	}
	before = before[max(0, len(before)-longestCall):]
	line := strings.ToLower(before)
	if i := strings.LastIndexAny(line, ";{}\n"); i >= 0 {
		line = line[i+1:]
	}
	for _, word := range []string{"post", "put(", "delete", "patch", "sendbeacon", "import", "src", "image", "worker", "require"} {
		if strings.Contains(line, word) {
			return true
		}
	}
	// {method: "POST", url: "/x"}
	open := strings.LastIndexByte(before, '{')
	return open >= 0 && strings.LastIndexByte(before, '}') < open && sendsIn(before[open:])
}

// sendsIn is sends, asked only where one of its words is there.
func sendsIn(text string) bool {
	lower := strings.ToLower(text)
	for _, word := range []string{"post", "put", "patch", "delete", "body"} {
		if strings.Contains(lower, word) {
			return sends.MatchString(text)
		}
	}
	return false
}

const longestCall = 300 // bytes of a call around an address that are read

// sends finds, among what a call is given, another method than GET, or a body.
var sends = regexp.MustCompile(`(?i)\b(method|type)["']?\s*:\s*["'` + "`" + `]?(p(ost|ut|atch)|delete)\b|\b(body)["']?\s*:|,\s*["'](post|put|patch|delete)["']`)

// callEnd returns what a call is still given after an address: up to the
// parenthesis that closes it.
func callEnd(after string) string {
	after = after[:min(len(after), longestCall)]
	depth := 0
	for i := range len(after) {
		switch after[i] {
		case '(', '{', '[':
			depth++
		case ')', '}', ']':
			if depth--; depth < 0 {
				return after[:i]
			}
		case ';':
			if depth == 0 {
				return after[:i]
			}
		}
	}
	return after
}

// requests reports whether an address is one that a press may have a script ask
// for: what stands in a handler, or in a function that one may call, between the
// parentheses of a request. Where it leads the visitor to, it is a link.
func requests(before string, handler bool) bool {
	before = before[max(0, len(before)-longestCall):]
	if !given(before) {
		return false
	}
	call := request.FindStringIndex(before)
	if call == nil {
		return false
	}
	return handler || pressed.MatchString(before[:call[0]]) || inFunction(before[:call[0]])
}

// inFunction reports whether a text ends in the body of a function that it begins.
func inFunction(text string) bool {
	if arrow.MatchString(text) {
		return true
	}
	for depth := 0; ; {
		i := strings.LastIndexAny(text, "{}")
		if i < 0 {
			return false
		}
		if text[i] == '}' {
			depth++
		} else if depth--; depth < 0 {
			depth = 0
			if m := function.FindStringSubmatch(text[:i]); m != nil && !slices.Contains([]string{"if", "for", "while", "switch", "catch", "with"}, m[1]) {
				return true
			}
		}
		text = text[:i]
	}
}

// given reports whether something is given to a call behind before: the cheap part
// of request.
func given(before string) bool {
	const blank, quotes = " \t\n\f\r", "\"'`"
	before = strings.TrimRight(before, blank)
	if n := len(before) - 1; n >= 0 && strings.IndexByte(quotes, before[n]) >= 0 {
		before = strings.TrimRight(before[:n], blank)
	}
	if call, ok := strings.CutSuffix(before, ","); ok { // open("GET",
		call = strings.TrimRight(call, blank)
		return call != "" && strings.IndexByte(quotes, call[len(call)-1]) >= 0
	}
	if setting, ok := strings.CutSuffix(before, ":"); ok { // ajax({url:
		return strings.HasSuffix(strings.TrimRight(setting, blank), "url")
	}
	return strings.HasSuffix(before, "(")
}

var (
	function = regexp.MustCompile(`=>\s*$|(\w+)\s*\([^(){}]*\)\s*$`) // what a brace begins the body of
	arrow    = regexp.MustCompile(`=>[^;{}\n]*$`)
	request  = regexp.MustCompile(`(\bfetch\s*\(|\.open\s*\(\s*["'](GET|HEAD)["']\s*,|(\.(get|getJSON|ajax|load|request)|\baxios|\bajax|\bsendBeacon)\s*\()\s*(\{[^{}]*\burl\s*:\s*)?["'` + "`" + `]?$`)
	pressed  = regexp.MustCompile(`(\bon(click|mousedown|mouseup|pointerdown|input|change|keyup|keydown|submit|dblclick)\s*=|["'](click|mousedown|mouseup|pointerdown|input|change|keyup|keydown|submit|dblclick)["']\s*,|\.(click|change|keyup|submit)\s*\()[^;]*$`)
)

// looksLikeAddress reports whether a string out of its context is the address
// of a page: absolute, from the root, or relative with what only addresses have.
func looksLikeAddress(s string) bool {
	if len(s) < 2 || len(s) > maxAddress || strings.ContainsAny(s, " \t\r\n<>{}$\\^|\"'`*()[]") || strings.Contains(s, "/regex") {
		return false
	}
	switch {
	case strings.HasPrefix(s, "http://"), strings.HasPrefix(s, "https://"):
		return len(s) > len("https://")+2
	case strings.HasPrefix(s, "//"):
		host, _, _ := strings.Cut(s[2:], "/")
		return strings.Contains(host, ".") || strings.Contains(host, ":")
	case s[0] == '/', strings.HasPrefix(s, "./"), strings.HasPrefix(s, "../"):
		first := strings.TrimLeft(s, "./")
		return first != "" && isWordByte(first[0])
	case s[0] == '?':
		return strings.Contains(s, "=")
	}
	if !isWordByte(s[0]) || strings.Contains(s, ":") {
		return false
	}
	p, query, _ := strings.Cut(s, "?")
	switch strings.ToLower(path.Ext(p)) {
	case ".html", ".htm", ".xhtml", ".shtml", ".php", ".asp", ".aspx", ".jsp", ".jspx", ".cgi", ".do", ".cfm", ".pl", ".action":
		return len(p) > len(path.Ext(p))
	}
	return strings.Contains(p, "/") && strings.Contains(query, "=")
}

func isWordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '%' || c >= 0x80
}

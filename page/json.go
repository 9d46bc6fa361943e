package page

import "strings"

// BareJSON takes off what stands around the JSON of an answer: the call of
// JSONP, and the guards that keep other sites' scripts from reading it.
func BareJSON(text string) string {
	s := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), "\ufeff"))
	for _, guard := range []string{")]}',", ")]}'", "while(1);", "for(;;);", "/**/", "{}&&"} {
		s = strings.TrimSpace(strings.TrimPrefix(s, guard))
	}
	if i := strings.IndexByte(s, '('); i > 0 && i < 100 && (s[0] != '{' && s[0] != '[' && s[0] != '"') {
		in := strings.TrimRight(s, "; \n\r\t")
		if strings.HasSuffix(in, ")") && isCallee(s[:i]) {
			return strings.TrimSpace(in[i+1 : len(in)-1])
		}
	}
	return s
}

// isCallee reports whether s can stand before the bracket of a call: a name,
// or names with dots, perhaps after a test that it exists.
func isCallee(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool {
		return !(r == '_' || r == '$' || r == '.' || r == '&' || r == ' ' || r == '=' || r == '\'' ||
			r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')
	}) < 0
}

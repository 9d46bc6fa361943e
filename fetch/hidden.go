package fetch

import (
	"bytes"
	"encoding/base64"
	"errors"
	"html"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hadal-crawler/hadal/page"
)

const (
	// shortestHidden is how long a secret must be to be taken out of answers: a short one
	// may be a word of the page.
	shortestHidden = 6
	// longestTag is how long a tag may be that stands within a secret, as those by which
	// pages mark what was found.
	longestTag = 300
	// mostBetween is how many tags, or zeros of UTF-16, may stand between two letters of a
	// secret: a page of nothing else would be read again from each letter.
	mostBetween = 4
)

// hidden finds what is to be hidden in what a site says, in whatever way it writes texts: as
// it is, escaped for HTML, for JSON or for an address, with tags within, in UTF-16, and in
// base64, be it alone or within more. Who ciphers it otherwise is not found out.
type hidden struct {
	texts  []string
	begins [256]bool // the first bytes of texts, and of all escapes
}

// secrets are what the user has sites and the proxy told and nobody else.
func (o Options) secrets() (out []Secret) {
	if o.Access != nil {
		out = o.Access.Hidden
	}
	if o.Proxy != nil && o.Proxy.User != nil {
		password, _ := o.Proxy.User.Password()
		out = append(slices.Clone(out), NewSecret(password), NewSecret(o.Proxy.User.String()))
	}
	return out
}

func newHidden(secrets []Secret) (h hidden) {
	for _, s := range secrets {
		text := s.Reveal()
		if len(text) < shortestHidden {
			continue
		}
		h.texts = append(h.texts, text)
		for before := range 3 { // bytes of what is written with it
			digits := base64.StdEncoding.EncodeToString([]byte(strings.Repeat(" ", before) + text))
			digits = digits[(before*8+5)/6 : (before+len(text))*8/6] // those that it alone decides
			h.texts = append(h.texts, digits, strings.NewReplacer("+", "-", "/", "_").Replace(digits))
		}
	}
	// Of one that is part of another the longer one is taken out.
	slices.SortFunc(h.texts, func(a, b string) int { return len(b) - len(a) })
	for _, text := range h.texts {
		h.begins[text[0]] = true
		for _, c := range []byte(`%&\`) {
			h.begins[c] = true
		}
		h.begins['+'] = h.begins['+'] || text[0] == ' '
	}
	return h
}

// withhold returns data without what is hidden; data itself where there is nothing of it.
func (h *hidden) withhold(data []byte) []byte {
	var out []byte
	kept := 0
	for i := 0; i < len(data); i++ {
		if !h.begins[data[i]] {
			continue
		}
		said, _ := unescape(data[i:])
		for _, text := range h.texts {
			if text[0] != data[i] && (said == "" || !strings.HasPrefix(text, said)) {
				continue
			}
			if n, ok := written(data[i:], text, 0); ok {
				out = append(append(out, data[kept:i]...), withheld...)
				kept = i + n
				i = kept - 1
				break
			}
		}
	}
	if kept == 0 {
		return data
	}
	return append(out, data[kept:]...)
}

// written reports whether data begins with a text, and in how many bytes; between is how many
// tags or zeros may stand before its next letter.
func written(data []byte, text string, between int) (n int, ok bool) {
	switch {
	case text == "":
		return 0, true
	case len(data) == 0:
		return 0, false
	}
	if said, n := unescape(data); n > 0 && strings.HasPrefix(text, said) {
		if more, ok := written(data[n:], text[len(said):], mostBetween); ok {
			return n + more, true
		}
	}
	skip := 0
	switch {
	case data[0] == text[0]:
		skip, text, between = 1, text[1:], mostBetween
	case between > 0 && data[0] == 0: // of UTF-16
		skip, between = 1, between-1
	case between > 0 && data[0] == '<':
		between--
		skip = 1 + bytes.IndexByte(data[:min(len(data), longestTag)], '>')
	}
	if skip == 0 {
		return 0, false
	}
	more, ok := written(data[skip:], text, between)
	return skip + more, ok
}

// unescape reads one escape, in n bytes; 0 where data begins with none.
func unescape(data []byte) (said string, n int) {
	number := func(from, digits int) (uint64, bool) {
		if len(data) < from+digits {
			return 0, false
		}
		v, err := strconv.ParseUint(string(data[from:from+digits]), 16, 32)
		return v, err == nil
	}
	switch data[0] {
	case '+':
		return " ", 1
	case '%':
		if v, ok := number(1, 2); ok {
			return string([]byte{byte(v)}), 3
		}
	case '&':
		const longest = 12
		if end := bytes.IndexByte(data[:min(len(data), longest)], ';'); end > 0 {
			if said := html.UnescapeString(string(data[:end+1])); said != string(data[:end+1]) {
				return said, end + 1
			}
		}
	case '\\':
		if len(data) < 2 {
			return "", 0
		}
		digits := 0
		switch data[1] {
		case 'u':
			digits = 4
		case 'x':
			digits = 2
		}
		if v, ok := number(2, digits); ok {
			return string(rune(v)), 2 + digits
		}
		if data[1] < utf8.RuneSelf {
			return string(data[1:2]), 2
		}
	}
	return "", 0
}

// conceal takes what is hidden out of an answer. What sets cookies is read by the client and
// by browsers, and kept by nobody.
func (h *hidden) conceal(p *page.Page) {
	p.Body = h.withhold(p.Body)
	for name, values := range p.Header {
		for i, v := range values {
			if name != "Set-Cookie" {
				values[i] = string(h.withhold([]byte(v)))
			}
		}
	}
}

// cause takes it out of an error, which may tell what a server wrote where a status is to stand.
func (h *hidden) cause(err error) error {
	if err == nil {
		return nil
	}
	if text := err.Error(); len(h.texts) > 0 {
		if said := string(h.withhold([]byte(text))); said != text {
			return errors.New(said)
		}
	}
	return err
}

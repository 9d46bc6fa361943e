// Package manner judges a page by what the answers of its site have in common.
//
// A page that a site answers with is one of five things: an answer, one that says
// that nothing was found, one that refuses the question, a failure, or one that is
// odd: it does not fit what the site's answers have in common. Nothing of an odd
// page counts, and nothing is learned from it. Its question is asked again after
// others; where the same page comes while other questions are answered it is the
// site's answer to this one after all.
//
// It knows one page and one profile at a time, keeps nothing and asks for nothing.
package manner

import (
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/hadal-crawler/hadal/extract"
	"github.com/hadal-crawler/hadal/forms"
	"github.com/hadal-crawler/hadal/harvest/ledger"
	"github.com/hadal-crawler/hadal/harvest/numbering"
	"github.com/hadal-crawler/hadal/page"
	"github.com/hadal-crawler/hadal/querygen"
)

// Bounds of what is learned of a Manner.
const (
	LeastFrame = 3 // lines that tell a page of the site
	framePages = 8 // answers that a frame is learned from

	leastListed = 3 // rows of a list that is no accident
	anyCharset  = "*"

	habitPages = 5  // answers that a habit is learned from
	mostHabits = 20 // answers that are counted for it
)

// Kind says what is odd about a page.
type Kind = querygen.Reason

const (
	Elsewhere  Kind = "elsewhere"
	Halved     Kind = "halved"
	Translated Kind = "translated"
	Garbled    Kind = "garbled"
	AtHome     Kind = "at-home"
	Unframed   Kind = "unframed"
	Another    Kind = "another"
	Misfit     Kind = "misfit"
	Stale      Kind = "stale"
	Contested  Kind = "contested"
	Denied     Kind = querygen.Denied
	Repeated   Kind = "repeated"
	CutShort   Kind = "cut-short"
	Silent     Kind = "silent"
	Owed       Kind = "owed"
	LedOff     Kind = "led-off"
	Missing    Kind = "missing"
	Unrelated  Kind = "unrelated"
	Rejected   Kind = "rejected"
	Drawn      Kind = "drawn"
)

// Text says a kind in words for people.
func Text(k Kind) string { return texts[k] }

var texts = map[Kind]string{
	Elsewhere:  "it is a page of another site",
	Halved:     "the page breaks off",
	Translated: "the page is in another language than the form's",
	Garbled:    "the page is in another encoding than it says, or than the others",
	AtHome:     "it is the page of the form again",
	Unframed:   "the page lacks what all answers have",
	Another:    "the page answers another question",
	Misfit:     "the wrapper does not fit",
	Stale:      "the page shows the records of another one",
	Contested:  "the page shows records that came for another question, too",
	Denied:     "the page says that there is nothing where records are known to be",
	Repeated:   "the page shows just what another one brought",
	CutShort:   "the page shows fewer records than there are, and leads nowhere",
	Silent:     "the page shows neither records nor that there are none",
	Owed:       "the page shows no records, and the one before leads to more",
	LedOff:     "the site led on to a page of few links, perhaps that of one record",
	Missing:    "the page that the pager leads to is missing",
	Unrelated:  "the records of the page do not have what was asked for",
	Rejected:   "the site says that the question is wrong",
	Drawn:      "the page may show what is drawn by chance where nothing was found",
}

// Sight is a page as it is judged.
type Sight struct {
	Page    *page.Page
	Doc     *page.Document
	Res     extract.Result
	Asked   []page.Pair // controls that the question binds
	Words   []string    // the same as a person would say it
	Profile ledger.Profile
}

// unmistakable is the encoding that no text in another one is taken for: a page that is read
// in it is read well, whatever the site's other pages are in.
const unmistakable = "utf-8"

// Foreign says what about a page as a whole is odd, "" where nothing is. A page of another
// registrable site than was asked is.
func (s Sight) Foreign(nonsense bool) Kind {
	m, o := s.Profile.Manner, s.Res.Outline
	if s.Page.Request.Render != m.Rendered {
		m = ledger.Manner{}
	}
	switch {
	case !s.Page.Final.IsZero() && s.Page.Final.Site() != s.Page.Request.URL.Site():
		return Elsewhere
	case s.Doc.Lang != "" && m.Lang != "" && Lang(s.Doc) != m.Lang:
		return Translated
	case extract.CutOff(s.Page.Body), m.Closed > 0 && m.Open == 0 && !extract.Closed(s.Page.Body):
		return Halved
	case o.Garbled && m.Garbled == 0 && (m.Charset != "" || len(m.Beyond) > 0), // what was read well before shows how the site writes
		o.Garbles(m.Beyond), len(o.Beyond) > 0 && m.Charset != "" && m.Charset != anyCharset && s.Doc.Charset != m.Charset && s.Doc.Charset != unmistakable && !reads(o, m.Beyond):
		return Garbled
	case len(s.Words) > 0 && !o.Echo && sameLines(o, m.Home) && (nonsense || m.Repeats || len(s.Profile.Background.Denies) > 0):
		return AtHome
	case o.Another && m.Echo > 0 && m.Another == 0:
		return Another
	case 2*len(s.Profile.Background.Common(o)) >= len(o.Lines) && len(o.Lines) > 0:
		// It is much like the answer to nonsense, which need not have the frame.
	case m.Pages == 0 && json.Valid(s.Page.Body):
		// It is data, which has no frame. Where pages were answers so far, it is odd.
	case m.Pages > 0 && len(m.Frame) >= LeastFrame && 2*o.Shares(m.Frame) < len(m.Frame), m.Pages == 0 && s.unlikeHome():
		return Unframed
	}
	return ""
}

// reads reports whether a page has one of the lines beyond ASCII that answers have: it is read
// in the encoding that it was written in, whatever it says.
func reads(o extract.Outline, lines []extract.Beyond) bool {
	return slices.ContainsFunc(lines, func(l extract.Beyond) bool { return o.Shares([]uint64{l.Line}) > 0 })
}

// unlikeHome reports whether a page, before any answer is believed, lacks what it must have in
// common with the form's page. That may say much that answers do not: what the answers to
// nonsense have of it, too, is expected of others. Where these tell nothing, a page that
// counts results and lists some of them, with a way to the others, or whose records have
// the word that was asked, has a frame of its own.
func (s Sight) unlikeHome() bool {
	home, o := s.Profile.Manner.Home, s.Res.Outline
	switch shared := s.Profile.Background.Common(extract.Outline{Lines: home}); {
	case len(home) < LeastFrame:
		return false
	case len(o.Lines) == 0:
		return true
	case len(shared) >= LeastFrame:
		return 2*o.Shares(shared) < len(shared)
	}
	return 4*o.Shares(home) < min(len(home), len(o.Lines)) && !s.listsSome() && !s.answersWord()
}

// answersWord reports whether a page lists several records, each of which has the word that was asked.
func (s Sight) answersWord() bool {
	hits, typed := s.Hits()
	return typed && hits >= leastListed && hits == len(s.Res.Records)
}

// listsSome reports whether a page counts results and lists some of them, with a way to the others.
func (s Sight) listsSome() bool {
	return s.Res.Sure && s.Res.Total > len(s.Res.Records) && len(s.Res.Records) >= leastListed && !s.Res.Next.IsZero()
}

// Hits returns how many records of the page have a word that was typed into a box; ok is
// false where none was: choices need not stand in records.
func (s Sight) Hits() (n int, ok bool) {
	words := Words(s.typed())
	for _, rec := range s.Res.Records {
		if Has(rec.Title+" "+rec.Text, words) {
			n++
		}
	}
	return n, len(words) > 0
}

// Fit returns how many records of the page have all that was asked for. What lies between bounds
// need not say them.
func (s Sight) Fit() (n int) {
	words := s.Words
	for _, b := range s.Asked {
		if at := s.control(b.Name); at != nil && (at.Role == forms.RangeMin || at.Role == forms.RangeMax || at.Role == forms.Date) {
			if words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == b.Value }); len(words) == 0 {
				return len(s.Res.Records)
			}
		}
	}
	words = Words(words) // two that are asked for at once need not stand side by side
	for _, rec := range s.Res.Records {
		text := strings.ToLower(rec.Title + " " + rec.Text)
		if len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }) {
			n++
		}
	}
	return n
}

// control returns the control of the form that has a name; nil where none has.
func (s Sight) control(name string) *forms.Field {
	if s.Profile.Form == nil {
		return nil
	}
	if at := slices.IndexFunc(s.Profile.Form.Fields, func(f forms.Field) bool { return f.Name == name }); at >= 0 {
		return &s.Profile.Form.Fields[at]
	}
	return nil
}

func (s Sight) typed() (out []string) {
	for _, b := range s.Asked {
		if at := s.control(b.Name); at != nil && at.Role == forms.QueryRole {
			out = append(out, b.Value)
		}
	}
	return out
}

// Unrelated reports whether the records of the page seem to answer another question: they
// have less of what was asked than those of the site's answers have. Rows that show a part
// of their records often have nothing of it.
func (s Sight) Unrelated() bool {
	m := s.Profile.Manner
	n, ok := s.Hits()
	switch {
	case !ok || n == len(s.Res.Records):
		return false
	case m.Shows+m.Hides < habitPages:
		return 2*n < len(s.Res.Records)
	case Habit(m.Shows, m.Hides):
		return true
	}
	return n == 0 && Habit(m.Shows+m.Hides-m.Lacks, m.Lacks)
}

// Habit reports whether answers do something nearly always.
func Habit(do, not int) bool { return do >= habitPages && 10*not <= do }

// Lang returns the language of a page, whatever its country; "" where it says none.
func Lang(doc *page.Document) string {
	lang, _, _ := strings.Cut(doc.Lang, "-")
	return lang
}

// SaysNothing reports whether all that a page says stands on other pages of the site,
// and it is not the form's own.
func (s Sight) SaysNothing() bool {
	m, o := s.Profile.Manner, s.Res.Outline
	known := slices.Concat(m.Frame, m.Home, s.Profile.Background.Common(o))
	return len(o.Lines) > 0 && !sameLines(o, m.Home) && !slices.ContainsFunc(o.Lines, func(h uint64) bool { return !slices.Contains(known, h) })
}

// sameLines reports whether a page has the lines of another one and hardly any beside them.
func sameLines(o extract.Outline, lines []uint64) bool {
	n := o.Shares(lines)
	return len(lines) >= LeastFrame && 100*n >= 97*len(o.Lines) && 10*n >= 9*len(lines)
}

// KeepsAsked reports whether the pager of a page keeps the parameters of its address
// that were asked for, and whether it gives one of them another value: then it is that of
// another question. ok is false where that cannot be told. The number of rows a page does not
// count: sites bound it.
func (s Sight) KeepsAsked() (keeps, another, ok bool) {
	next := s.Res.Next.URL
	if next.IsZero() || s.Page.Request.URL.IsZero() {
		return false, false, false
	}
	from, to := numbering.AddressOf(s.Page.Request.URL), numbering.AddressOf(next)
	keeps = true
	for _, b := range s.Asked {
		size := slices.ContainsFunc(s.Profile.Form.Fields, func(f forms.Field) bool { return f.Name == b.Name && f.Role == forms.PageSize })
		if values := from.Values(b.Name); !size && b.Value != "" && slices.Contains(values, b.Value) {
			ok = true
			named := to.Values(b.Name)
			kept := slices.Contains(named, b.Value)
			keeps = keeps && kept
			another = another || !kept && len(named) > 0 && !Has(strings.Join(named, " "), Words([]string{b.Value}))
		}
	}
	return keeps, another, ok
}

// Framed returns what is known of the manner m of answers after one that is believed.
func (s Sight) Framed(m ledger.Manner, background extract.Background) ledger.Manner {
	o := s.Res.Outline
	if s.Page.Request.Render != m.Rendered || m.Pages == 0 {
		before := m
		m = m.OfNonsense()
		m.Home, m.Lang, m.Closed, m.Rendered = before.Home, before.Lang, before.Closed, s.Page.Request.Render
		// What stands on a page without records, too, stands on all of them. The form's page
		// may list everything: what it has in common with an answer to much is less sure.
		m.Frame, m.Beyond = background.Common(o), o.Beyond
		if len(m.Frame) < LeastFrame {
			for _, h := range m.Home {
				if _, has := slices.BinarySearch(m.Frame, h); !has && o.Shares([]uint64{h}) > 0 {
					m.Frame = append(m.Frame, h)
				}
			}
			slices.Sort(m.Frame)
		}
	}
	if m.Pages < framePages {
		m.Frame = slices.DeleteFunc(slices.Clone(m.Frame), func(h uint64) bool { return o.Shares([]uint64{h}) == 0 })
		m.Beyond = slices.DeleteFunc(slices.Clone(m.Beyond), func(b extract.Beyond) bool { return !slices.Contains(m.Frame, b.Line) })
		m.Pages++
	}
	switch {
	case len(o.Beyond) == 0 || m.Charset == s.Doc.Charset:
	case m.Charset == "":
		m.Charset = s.Doc.Charset
	default:
		m.Charset = anyCharset
	}
	if extract.Closed(s.Page.Body) {
		m.Closed = 1
	} else {
		m.Open = 1
	}
	if o.Garbled {
		m.Garbled = 1
	}
	if keeps, _, ok := s.KeepsAsked(); ok && keeps {
		m.Keeps = 1
	} else if ok {
		m.Loses = 1
	}
	if n, ok := s.Hits(); ok && n == len(s.Res.Records) {
		m.Shows = min(m.Shows+1, mostHabits)
	} else if ok {
		m.Hides = min(m.Hides+1, mostHabits)
		if n == 0 {
			m.Lacks = min(m.Lacks+1, mostHabits)
		}
	}
	if len(s.Words) > 0 {
		if o.Echo {
			m.Echo = 1
		}
		if o.Another {
			m.Another = 1
		}
	}
	return m
}

// Same reports whether two manners are the same.
func Same(m, n ledger.Manner) bool {
	same := len(m.Frame) == len(n.Frame) && len(m.Home) == len(n.Home) && len(m.Beyond) == len(n.Beyond)
	m.Frame, m.Home, m.Beyond = n.Frame, n.Home, n.Beyond
	return same && reflect.DeepEqual(m, n)
}

// NothingHere reports whether a status says that nothing was found, as the site uses it.
func NothingHere(m ledger.Manner, status int) bool {
	switch status {
	case http.StatusNoContent, http.StatusNotFound, http.StatusGone:
		return m.None == status
	}
	return false
}

// Rejects reports whether a status blames the question: it says that the request itself is
// wrong. Who comes too often, or may not come at all, is told so by another one.
func Rejects(status int) bool {
	switch status {
	case http.StatusBadRequest, http.StatusNotFound, http.StatusNotAcceptable, http.StatusGone, http.StatusRequestEntityTooLarge,
		http.StatusRequestURITooLong, http.StatusRequestedRangeNotSatisfiable, http.StatusUnprocessableEntity, http.StatusRequestHeaderFieldsTooLarge:
		return true
	}
	return false
}

// Shape returns what the addresses of a site's records have in common: the path
// without its last part and without numbers, and the names of the parameters. "" where
// nothing is left that would tell them from other pages.
func Shape(u page.URL) string {
	if u.IsZero() {
		return ""
	}
	at := numbering.AddressOf(u)
	segments, names := at.Segments(), at.Names()
	slices.Sort(names)
	fixed := len(names) > 0
	for i, segment := range segments {
		switch {
		case strings.ContainsFunc(segment, unicode.IsDigit), i == len(segments)-1 && len(names) == 0:
			segments[i] = "*"
		case segment != "":
			fixed = true
		}
	}
	if !fixed {
		return ""
	}
	return strings.Join(segments, "/") + "?" + strings.Join(names, "&")
}

// Words returns the words of what is asked for, without signs.
func Words(asked []string) (out []string) {
	for _, text := range asked {
		out = append(out, strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return !unicode.In(c, unicode.L, unicode.M, unicode.Nd) })...)
	}
	return out
}

// leastPart is the length of a word that may be told where it is a part of another one.
const leastPart = 3

// Has reports whether a text has one of words, as Words returns them.
func Has(text string, words []string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(words, func(w string) bool {
		if !strings.Contains(text, w) || len(w) >= leastPart { // in letters that take several bytes one is much
			return strings.Contains(text, w)
		}
		return slices.Contains(Words([]string{text}), w)
	})
}

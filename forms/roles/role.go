package roles

import (
	"strconv"
	"strings"

	"github.com/hadal-crawler/hadal/deeds"
	"github.com/hadal-crawler/hadal/forms/control"
	"github.com/hadal-crawler/hadal/page/lexicon"
)

// Assign sets Role, Score, Pair and Part of the controls of a search form
// from their names, labels, types and options alone, so that it also serves
// where there is no HTML. It marks the options that bind nothing.
func Assign(fields []control.Field) {
	for i := range fields {
		for k := range fields[i].Options {
			fields[i].Options[k].Any = BindsNothing(&fields[i], k)
		}
	}
	Apply(fields, Judge(fields))
}

// Apply writes the roles as judged into the controls. What a search lets one type
// in freely is a question, whatever it is called.
func Apply(fields []control.Field, judged []Judged) {
	for i, r := range judged {
		c := &fields[i]
		c.Role, c.Score, c.Part, c.Pair = r.Role, r.score, r.part, ""
		if r.Pair >= 0 {
			c.Pair = fields[r.Pair].Name
		}
	}
	pairDates(fields)
	boxes := 0
	for i := range fields {
		if c := &fields[i]; c.Control == "text" || c.Control == "search" {
			boxes++
		}
	}
	for i := range fields {
		c := &fields[i]
		if (c.Control == "text" || c.Control == "search") && c.Role == control.OtherRole && !saysPosition(c) && !deeds.Code(c.Asked(false)) {
			c.Role, c.Score = control.QueryRole, 0.7
			if boxes == 1 {
				c.Score = 0.9
			} else if by := OperatorOf(fields, i); by != nil && compares(by) {
				c.Score = 0.6
			}
		}
	}
}

var (
	sortWords     = lexicon.Section("sort")
	pageSizeWords = lexicon.Section("page-size")
	viewWords     = lexicon.Section("view")
	operatorWords = lexicon.Section("operator")
	minWords      = lexicon.Section("min")
	maxWords      = lexicon.Section("max")
	dateWords     = lexicon.Section("date")
	placeWords    = lexicon.Section("place")
	numberWords   = lexicon.Section("number")
	tokenWords    = lexicon.New(`csrf*, xsrf*, token*, *token, authenticity token, nonce, viewstate, viewstategenerator, eventvalidation, requestverificationtoken, session*, sid, phpsessid, jsessionid, cfid, cftoken, form build id, wpnonce, state, timestamp, utk, hash, securitytoken, formhash, javax faces view state, org apache struts taglib html token`)
)

// JudgeOne judges one control by itself.
func JudgeOne(c *control.Field) (control.Role, float64) {
	switch c.Control {
	case "submit", "image":
		return control.SubmitRole, 1
	case "button", "reset":
		return control.OtherRole, 0.9
	case "hidden":
		if role, score := hiddenRole(c); role == control.Token || !saysPageSize(c) {
			return role, score
		}
		return control.PageSize, 0.7
	case "date", "month", "week", "time", "datetime-local":
		return control.Date, 0.95
	}
	if !c.Control.IsChoice() && deeds.Code(c.Asked(false)) {
		return control.OtherRole, 0.9
	}
	name := strings.TrimSpace(lexicon.Split(c.Name) + " " + lexicon.Split(c.ID))
	label := lexicon.Fold(c.Label + " " + c.Placeholder)
	says := func(l *lexicon.List) bool { return l.Within(name) || l.Within(label) }
	numeric := c.Control == "number" || c.Control == "range" || numericOptions(c)
	if c.Control.IsChoice() {
		switch {
		case sortWords.Within(name) || sortWords.Within(label), sortedOptions(c):
			return control.Sort, 0.85
		case pageSizeWords.Within(name) || pageSizeWords.Within(label):
			if numeric {
				return control.PageSize, 0.9
			}
		case listsPageSizes(c) && pageSizeNames.Matches(lexicon.Split(c.Name)) && !minWords.Matches(lexicon.Split(c.Name)) && !maxWords.Matches(lexicon.Split(c.Name)):
			return control.PageSize, 0.85
		}
	}
	if !c.Control.IsChoice() && saysPageSize(c) {
		return control.PageSize, 0.85
	}
	if !c.Control.IsChoice() && saysPosition(c) {
		return control.OtherRole, 0.85
	}
	if c.Control.IsChoice() && operatorOptions(c) {
		return control.Operator, 0.8
	}
	if numeric || c.Format != "" || c.Control == "text" && says(numberWords) || says(dateWords) && c.Control != "search" {
		texts := []string{name, lexicon.Fold(c.Label), lexicon.Fold(c.Placeholder)}
		switch {
		case bordersWith(minWords, texts...):
			return control.RangeMin, 0.75
		case bordersWith(maxWords, texts...):
			return control.RangeMax, 0.75
		}
	}
	switch c.Control {
	case "search":
		return control.QueryRole, 0.97
	case "number", "range":
		return control.Number, 0.8
	case "text", "url", "tel", "email", "textarea":
		switch {
		case QueryNames.Matches(lexicon.Split(c.Name)):
			return control.QueryRole, 0.93
		case lexicon.Search.Within(name + " " + label):
			return control.QueryRole, 0.9
		case c.Format != "":
			return control.Date, 0.9
		case says(dateWords):
			return control.Date, 0.6
		case says(placeWords):
			return control.Place, 0.7
		case says(numberWords):
			return control.Number, 0.6
		}
		return control.OtherRole, 0.4
	}
	switch {
	case says(operatorWords) && len(c.Options) <= 8:
		return control.Operator, 0.6
	case viewWords.Matches(lexicon.Split(c.Name)), viewWords.Matches(lexicon.Fold(c.Label)):
		return control.View, 0.7
	case says(dateWords):
		return control.Date, 0.6
	case says(placeWords):
		return control.Place, 0.6
	}
	return control.CategoryRole, 0.7
}

// bordersWith reports whether one of the first or last words of the name or
// label is in l: "price_from", "min price".
func bordersWith(l *lexicon.List, texts ...string) bool {
	for _, text := range texts {
		if len(text) == 1 { // a name of one letter is no word
			continue
		}
		words := withoutUnits(text)
		if len(words) == 0 {
			continue
		}
		if l.Matches(words[0]) || l.Matches(words[len(words)-1]) || len(words) <= 4 && l.Within(text) {
			return true
		}
	}
	return false
}

// withoutUnits returns the words of a label, without units behind them: "To US$".
func withoutUnits(text string) []string {
	words := strings.Fields(text)
	for len(words) > 1 && unitWords.Matches(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	return words
}

// NamesPageSize reports whether a parameter is called as those that say how
// many rows a page shows.
func NamesPageSize(parameter string) bool {
	name := lexicon.Split(parameter)
	return pageSizeWords.Matches(name) || pageSizeNames.Matches(name)
}

// NamesSort reports whether a parameter is called as those that sort a list.
func NamesSort(parameter string) bool {
	name := lexicon.Split(parameter)
	return sortWords.Matches(name) || sortNames.Matches(name)
}

// sortNames are names of parameters for the order or its direction that as
// words of a label would say too little.
var sortNames = lexicon.New(`sort by, sort order, sort dir, sort direction, sort field, sort column, order dir, order direction, dir, direction, asc, desc, sidx, sord, orden, ord, by`)

// saysPageSize reports whether a box or a hidden control is called as those
// that say how many rows a page shows, and has a number of them.
func saysPageSize(c *control.Field) bool {
	n, err := strconv.Atoi(c.Value)
	return err == nil && n >= 3 && n <= 500 && (NamesPageSize(c.Name) || pageSizeWords.Within(lexicon.Fold(c.Label)))
}

// pageSizeNames are names of parameters for the page size that as words of a
// label would say too little.
var pageSizeNames = lexicon.New(`hits, hitsperpage, num, count, max, size, pp, nb, max results, maxresults, max rows, maxrows, max records, maximum records, maximumrecords, max hits, show, take, n results, nresults, items, results, row count, rowcount, page items, docs, step, show num, shownum, display count, num rows, numrows, number of rows, num records, numrecords, number of records, num lines, number of items`)

// listsPageSizes reports whether a choice offers nothing but rising numbers, at
// least half of them as many rows as pages have: sizes of shoes are others.
func listsPageSizes(c *control.Field) bool {
	before, usual := 1, 0
	for _, o := range c.Options {
		n, err := strconv.Atoi(o.Value)
		if err != nil || n <= before || n > 1000 {
			return false
		}
		before = n
		switch n {
		case 10, 20, 25, 30, 50, 100:
			usual++
		}
	}
	return len(c.Options) > 1 && 2*usual >= len(c.Options)
}

// saysPosition reports whether a box says where in a list its page starts: it
// has the number of a row or of a page, and is called as those are. What stands
// there is not searched for.
func saysPosition(c *control.Field) bool {
	n, err := strconv.Atoi(c.Value)
	return err == nil && n >= 0 && positionNames.Matches(lexicon.Split(c.Name))
}

// positionNames are names of boxes for the first row of a page, or its number,
// that none for a bound has.
var positionNames = lexicon.New(`offset, skip, start index, startindex, start row, startrow, start at, startat, start record, startrecord, first row, firstrow, first result, firstresult, first record, firstrecord, page, page number, page num, page no, page nr, page index, pageno, pagenumber, pagenum, pageindex, paged`)

// hiddenRole tells tokens, which the server made for this page load, from
// constants.
func hiddenRole(c *control.Field) (control.Role, float64) {
	name := lexicon.Split(c.Name)
	switch {
	case tokenWords.Within(name) && len(c.Value) >= 6:
		return control.Token, 0.9
	case randomLooking(c.Value):
		return control.Token, 0.7
	}
	return control.OtherRole, 0.8
}

// randomLooking reports whether s could be a token: long, without spaces, of
// digits and letters mixed.
func randomLooking(s string) bool {
	if len(s) < 16 || strings.ContainsAny(s, " \t\n:?&<>") {
		return false
	}
	digits, changes := 0, 0
	for i := range len(s) {
		isDigit := s[i] >= '0' && s[i] <= '9'
		if isDigit {
			digits++
		}
		if i > 0 && isDigit != (s[i-1] >= '0' && s[i-1] <= '9') {
			changes++
		}
	}
	return digits >= len(s)/10 && changes >= len(s)/6
}

// numericOptions reports whether most of a select's options are numbers.
func numericOptions(c *control.Field) bool {
	n, binding := 0, 0
	for _, o := range c.Options {
		if o.Any {
			continue
		}
		binding++
		if strings.ContainsAny(o.Label, "0123456789") && strings.Trim(lexicon.Fold(o.Label), "0123456789 k€$£") == "" {
			n++
		}
	}
	return binding > 0 && n*5 >= binding*4
}

// operatorOptions reports whether the options say how the words of another
// control are to match, or on which side of a date or number.
func operatorOptions(c *control.Field) bool {
	signs := map[string]bool{}
	for _, o := range c.Options {
		if text := strings.TrimSpace(o.Label); strings.ContainsAny(text, "=<>≠≤≥") && strings.Trim(text, "=<>!~≠≤≥") == "" {
			signs[text] = true
		}
	}
	if len(signs) > 1 {
		return true
	}
	if len(c.Options) > 8 {
		return false
	}
	matching, n := 0, 0
	anyAll := map[string]bool{}
	for _, o := range c.Options {
		text := lexicon.Fold(o.Label)
		if text == "" {
			continue
		}
		n++
		if anyAllWords.Matches(text) {
			anyAll[text] = true
		}
		if operatorPhrases.Within(text) || containsWords.Within(text) {
			matching++
		}
	}
	if n == 0 {
		return false
	}
	if len(anyAll) >= 2 && len(anyAll)+matching >= n {
		return true
	}
	if c.Control == "checkbox" {
		return matching == n
	}
	return n >= 2 && matching*2 >= n
}

// sortedOptions reports whether the options name orders ("price ascending").
func sortedOptions(c *control.Field) bool {
	n := 0
	for _, o := range c.Options {
		if directionWords.Within(lexicon.Fold(o.Label)) || directionWords.Within(lexicon.Split(o.Value)) {
			n++
		}
	}
	return n >= 2 && n*2 >= len(c.Options)
}

var directionWords = lexicon.Section("direction")

var (
	unitWords       = lexicon.New(`us, usd, eur, euro, euros, gbp, chf, pln, czk, huf, rub, kr, sek, nok, dkk, yen, jpy, km, miles, mi, m, m 2, qm, sqm, sq ft, sqft, k, руб, €, 円, 元`)
	anyAllWords     = lexicon.Section("any-all")
	operatorPhrases = lexicon.Section("operator-phrase")
)

// QueryNames are control names that carry the words of a search.
var QueryNames = lexicon.New(`
	q, qs, qt, qry, query, query string, querystring, s, st, sq, search*, *search, srch, k, kw, kwd, kwds, keyword*, keys, key, key word, key words, term, terms, searchterm*, text search, word, words, wd, w, find, find what, p q, as q, as epq
	txtsearch, tbsearch, phrase, such*, stichwort*, recherche, mot, mots, busca*, busqueda, pesquisa, palavra, palabra, palabras, texto busca, cerca, ricerca, parola, zoek*, szukaj*, fraza, hledat*, vyraz, keres*, haku, sok, sokord, arama, aranan, kelime, poisk, slovo
	isbn, issn, title, titel, titre, titolo, titulo, author, autor, auteur, autore, subject, freetext, free text, fulltext, full text, anywhere, catalog, expression, lookup
`)

package facts

import "github.com/hadal-crawler/hadal/querygen/internal/text"

// Which words of the records may be asked is decided here, whatever strategy asks: those of
// a row that are its record's (see text.Collection.Terms), stand not in every row at the same
// place, are of no kind that the site was seen not to search for, and do not bring nothing.

// Searchable reports whether a word of the records may be asked, alone or among others.
func (f *Facts) Searchable(w uint32) bool {
	c := &f.Records
	return c.State[w] != text.Dead && !c.Frame.Has(w) && f.Classes.Hopes(c.Words[w])
}

// Candidate reports whether a word of the records may be asked alone, and was not yet.
func (f *Facts) Candidate(w uint32) bool {
	c := &f.Records
	return c.State[w] == text.Unasked && f.Searchable(w) && f.Space.Accepts(c.Words[w]) && f.ByKey[f.Space.Word(c.Words[w], "").Key()] == nil && !f.ByPart(c.Words[w])
}

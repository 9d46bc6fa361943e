package storage

import (
	"bytes"

	"github.com/hadal-crawler/hadal/extract"
)

const indexRecord = `INSERT OR REPLACE INTO search (rowid, title, body) VALUES (?, ?, ?)`

// index puts what a record says into the full-text index, in place of what it
// said before.
func index(w *writeTx, record int64, title, text string, fields []extract.Field) {
	titleWords, bodyWords := searchable(title, text, fields)
	w.exec(indexRecord, record, titleWords, bodyWords)
}

// searchable returns what is indexed of a record: the words of its title, and
// those of its text with the values of fields that do not stand in it, as those
// read from attributes or from a page of its own.
func searchable(title, text string, fields []extract.Field) (titleWords, bodyWords []byte) {
	titleWords = appendWords(nil, title, maxWords)
	bodyWords = appendWords(make([]byte, 0, len(text)+len(text)/8), text, maxWords)
	for _, f := range fields {
		if f.Kind == "url" || f.Kind == "image" {
			continue
		}
		words := appendWords(nil, f.Value, maxWords)
		if len(words) > 0 && !containsWords(bodyWords, words) {
			bodyWords = append(bodyWords, words...)
		}
	}
	return titleWords, bodyWords
}

// containsWords reports whether words stand in a row within text; both as
// appendWords gives them.
func containsWords(text, words []byte) bool {
	for from := 0; ; {
		i := bytes.Index(text[from:], words)
		if i < 0 {
			return false
		}
		if at := from + i; at == 0 || text[at-1] == ' ' {
			return true
		}
		from += i + 1
	}
}

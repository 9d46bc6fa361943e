package record

import (
	"github.com/hadal-crawler/hadal/page"
)

// Field is one named value of a record.
type Field struct {
	Name     string  `json:"name"`               // stable over the pages of an interface: lower_snake_case
	Value    string  `json:"value"`              // as shown, white space collapsed
	Kind     string  `json:"kind,omitempty"`     // text, number, money, date, time, duration, url, image, list; "" is text
	Number   float64 `json:"number,omitempty"`   // of a number or money value
	Currency string  `json:"currency,omitempty"` // of money: its ISO 4217 code where the sign beside it has one meaning, else that sign
}

// Record is one result item.
type Record struct {
	Key    string   `json:"key"` // identifies the record on its site: from its URL, else from its content
	URL    page.URL `json:"url,omitzero"`
	Title  string   `json:"title"`
	Fields []Field  `json:"fields,omitempty"`
	Advert bool     `json:"-"`    // a label says that somebody has paid for it to stand there
	Text   string   `json:"text"` // all its visible text, white space collapsed
	Pieces []Piece  `json:"-"`    // of what its row says, by their places, but for what never tells records apart
}

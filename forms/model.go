package forms

import "github.com/hadal-crawler/hadal/page"

// Weights correct the judges' weights.
type Weights struct{}

// Sign is one piece of evidence.
type Sign struct {
	Name  string
	Value float64
}

// ParseWith is Parse with other weights.
func ParseWith(doc *page.Document, w *Weights) []Form { return Parse(doc) }

// Signs returns the signs of each form.
func Signs(doc *page.Document) [][]Sign { return nil }

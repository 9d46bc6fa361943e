package ordering

import (
	"slices"
)

// similarity prefers links on pages, and with words, that are like a driving
// query or like example pages: the cosine of tf-idf vectors, the frequencies of
// words being those of the pages visited (Cho, Garcia-Molina and Page 1998,
// section 2; best-first of Menczer, Pant and Srinivasan 2004). A link counts the
// most similar page that has it; where links have words, the mean of that and
// of the most similar of its words (anchor, surroundings, URL). Of a visited
// page it is the page's own similarity.
type similarity struct {
	changes
	corpus Corpus
	query  bag
	page   []float64 // greatest similarity of a page with a link to it; of a visited page, its own
	words  []float64 // 1 + greatest similarity of the words of a link to it, 0: no words
}

func newSimilarity(query string, examples []string) *similarity {
	return &similarity{query: bagOf(append(slices.Clone(examples), query)...)}
}

func (o *similarity) Found(p Page) {
	o.page, o.words = grow(o.page, p.Node), grow(o.words, p.Node)
	if p.Depth == 0 {
		o.page[p.Node] = 1 // the user named it
	}
}

func (o *similarity) Visited(v Visit) {
	text := bagOf(v.Title, v.Text)
	o.corpus.add(text)
	own := o.corpus.cosine(o.query, text)
	o.page[v.Node], o.words[v.Node] = own, 0
	for _, l := range v.Links {
		o.page[l.To] = max(o.page[l.To], own)
		if words := bagOf(l.Anchor, l.Context, l.URL); len(words) > 0 {
			o.words[l.To] = max(o.words[l.To], 1+o.corpus.cosine(o.query, words))
		}
		o.touch(l.To)
	}
}

func (o *similarity) Priority(n Node) float64 {
	if o.words[n] == 0 {
		return o.page[n]
	}
	return (o.page[n] + o.words[n] - 1) / 2
}

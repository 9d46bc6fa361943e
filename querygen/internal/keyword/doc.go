// Package keyword chooses words for a query box. Weighted is the strategy of auto: it
// asks the word, or goes on with the open answer, that promises most new records a page.
//
// Its rooms:
//
//	weighted, candidates, promise,  the choice between words, and between a new word and the next
//	  openqueue, stopping             page of an answer that was begun
//	weights, scales, scarcity       how many unseen matches a word has, by what the records held
//	                                  stand for
//	deep, depths, pageshares,       on which pages of an answer these are
//	  gauging, ends, tops
//	conjunctions, exclusions,       answers that are too long, divided by further words
//	  dividing, cells, cellparts
//	partition, elsewhere,           words that divide all records, words of other corners, and words
//	  curiosity                       that are asked to learn
//	frequency, seeds, orders        the most frequent unseen word; first words; other orders
package keyword

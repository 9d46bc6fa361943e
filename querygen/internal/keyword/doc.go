// Package keyword chooses words for a query box. Weighted is the strategy of auto: it
// asks the word, or goes on with the open answer, that promises most new records a page.
//
// Its rooms:
//
//	weighted                  what is asked next: the conductor of those below
//	candidates                the words, by what they promise
//	conjunctions              answers that are cut, by two words at once
//	openqueue, deep           the answers that were begun, by what their next pages promise
//	promise, stopping         what asking a word is expected to bring
//	excluding, exclusions,    answers that are too long, divided by leaving words out
//	  dividing, cells, cellparts
//	outlook                   how many unseen matches an answer has, and where in it, by what
//	  weights                 the records held stand for,
//	  scales                  came of what was predicted,
//	  depths, tops, pageshares, and on which pages
//	  places
//
// Each knows those below it. Beside them:
//
//	partition, elsewhere            words that divide all records, words of other corners
//	letters                         parts of words, where the box finds records by these
//	frequency, seeds, orders        the most frequent unseen word; first words; other orders
package keyword

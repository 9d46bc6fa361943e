// Package facts is what all outcomes together have taught. Facts.Fold takes one outcome
// after the other, and nothing else changes what is known; all strategies and estimators
// read it.
//
// Its rooms:
//
//	facts, question, numbering        the ledger: which questions were asked, and which pages read
//	regime, limit, ends, deep         what kind of site it is; where it cuts answers
//	claims, believed, expect          what the site says of how many match, and what is expected
//	signs, operators, verdicts,       what the interface can do: operators, page sizes, orders,
//	  dates, pagesize, orders,          notations of dates, a listing of everything
//	  listall
//	visibility, columns, boxcolumns,  which part of a record its row shows, and which part the
//	  wordcolumns, columnwords,         site searches
//	  unboxed, scarcity
//	ranks, drift, wholes, recapture   where records stand in answers, and what answers share
//	traits, quantities, parts,        what texts of records tell about the values of controls, and
//	  missing                           so about the parts into which these divide the records
//	curiosity, breadth                what may be spent to learn
//	impossible, retry                 questions that cannot match, and those to be asked again
//	strategy, walk, terms             what a strategy is, and the reading of an answer page by page
package facts

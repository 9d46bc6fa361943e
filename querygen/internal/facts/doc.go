// Package facts is what all outcomes together have taught. Facts.Fold takes one outcome
// after the other, and nothing else changes what is known; all strategies and estimators
// read it.
//
// Its rooms:
//
//	facts                             how an outcome is folded in
//	log, question, numbering,         the ledger: which questions were asked, which pages were
//	  spending, retry                 read, and what they cost
//	extent, regime, limit             how many match; what kind of site it is; where it cuts answers
//	claims, onetotal, wholes, drift,    by what it says, which may be the same of all, by marked
//	  visibility                        records, where rows move, and show a part of their record
//	signs, operators, breadth         what the interface was seen to do
//	listall, pagesize, orders,        lists of everything, and what they prove
//	  believed, recapture
//	substring                         whether the box finds parts of words
//	verdicts, dates                   what is said of the interface; notations of dates
//	columns, boxcolumns, wordcolumns, which part of a record the site searches
//	  columnwords, unboxed, scarcity
//	expect                            what is expected
//	traits, quantities, parts,        what texts of records tell about the values of controls, and
//	  missing                           so about the parts into which these divide the records
//	impossible                        questions that cannot match
//	strategy, walk, terms             what a strategy is, and the reading of an answer page by page
package facts

// Package facts is what all outcomes together have taught. Facts.Fold takes one outcome
// after the other, and nothing else changes what is known; all strategies and estimators
// read it.
//
// Its rooms:
//
//	facts, question, numbering      the ledger: which questions were asked, and which pages read
//	claims, believed, limit, ends   what the site says of how many match, and where it cuts answers
//	signs, operators, verdicts,     what the interface can do: operators, page sizes, orders,
//	  listall, pagesize, orders       a listing of everything
//	visibility, searchedfields,     which part of a record its row shows, and which part the
//	  boxcolumns, wordcolumns,        site searches
//	  columns, columnwords, scarcity
//	ranks, drift, wholes, recounts  where records stand in answers, and what answers share
//	traits, quantities, missing     what texts of records tell about the values of controls
//	expect, curiosity, breadth      what a question is expected to bring, and what may be spent to learn
//	strategy, walk                  what a strategy is, and the reading of an answer page by page
package facts

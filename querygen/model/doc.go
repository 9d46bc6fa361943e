// Package model is a made-up site that answers questions from memory: over records that
// its caller gives it, with a result limit, a page size, operators, hidden or rounded
// totals, snippets, an order that changes. Strategies are tried and compared on it, and
// Oracle is what an all-knowing greedy choice of words needs.
//
// It knows how sites answer, nothing of how questions are chosen.
package model

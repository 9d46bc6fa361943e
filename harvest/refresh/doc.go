// Package refresh decides what to look at again: how often a record changes,
// what another look at it is worth, and which looks show most for a number of
// requests.
//
// It knows checks (when a record was looked at, and whether it had changed),
// rates (changes a day, of a Poisson process) and ways of looking (a page of an
// answer shows many records, a record's own page one). It stores nothing, asks
// nothing and is deterministic. Package harvest carries its decisions out.
//
// A copy is fresh while it says what the site says. For a rate l and visits
// every t days the share of time in which it is fresh is (1 - exp(-l t)) / (l t)
// (Cho and Garcia-Molina, Synchronizing a database to improve freshness, 2000).
package refresh

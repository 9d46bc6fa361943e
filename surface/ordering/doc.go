// Package ordering decides which of the links that a crawl knows to follow
// next.
//
// A Metric gives every page that was found a priority; it is a pure fold
// over what was found and visited: the same events give the same priorities, on
// every machine. A Queue holds the pages found and not yet visited, greatest
// priority first. An engine with a frontier of its own (per host, in a store)
// uses a Metric's priorities; one without uses a Queue.
//
// Pages are dense numbers that the caller gives out, so that orderings over
// hundreds of thousands of pages cost arrays, not maps. The package knows
// nothing of HTTP, hosts' waiting times or HTML, stores nothing, does no I/O,
// reads no clock and draws randomness only from its seed.
package ordering

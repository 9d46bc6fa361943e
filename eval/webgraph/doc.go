// Package webgraph replays crawls over webs that are known as a whole: which
// pages link to which, and for some what they say. It tells how well an ordering
// of package ordering finds important pages first (Cho, Garcia-Molina and Page
// 1998, Efficient crawling through URL ordering) or pages on a topic (Menczer,
// Pant and Srinivasan 2004, Topical web crawlers).
//
// It reads graphs and collections from readers, does no other I/O, and is
// deterministic.
package webgraph

// Package robots understands robots.txt by RFC 9309, with the two common
// additions Crawl-delay and Sitemap.
//
// It knows the file format and its matching rules. It stores nothing, never
// touches the network and never fails on a file: what it cannot read it skips.
package robots

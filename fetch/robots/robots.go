package robots

import "time"

// File is a parsed robots.txt. The zero File allows everything.
type File struct {
	// unexported: groups in file order
	Sitemaps []string // as written, in file order
}

// Verdict says whether a URL may be fetched and by which rule.
type Verdict struct {
	Allowed bool
	Rule    string // the line that decided, e.g. "Disallow: /x"; "" where none matched
	Line    int    // its 1-based line; 0 where none matched
}

// Parse reads a robots.txt of any bytes (RFC 9309, section 2.2; at most the
// first 500 KiB count, section 2.5).
func Parse(body []byte) File { return File{} }

// Test judges pathQuery ("/a?b=c", percent-encoded as sent or not) for the
// product token agent ("hadal"; a full agent string is cut to its token).
func (f File) Test(agent, pathQuery string) Verdict { return Verdict{Allowed: true} }

// Delay returns the Crawl-delay of the group that agent obeys, 0 where none.
func (f File) Delay(agent string) time.Duration { return 0 }

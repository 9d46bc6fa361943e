package crawl

import (
	"fmt"
	"strings"

	"github.com/hadal-crawler/hadal/page"
)

// A budget keeps a site's endless parts from taking a crawl's requests. Each
// pattern of addresses has an account: of the site, of each directory, of a
// path, of a path with the names of its parameters. A visit costs every
// account that its address belongs to, and pays into them by what it brought:
// text that the site had not shown before, forms. An account that is used up
// holds its addresses back until something else fills it. It is the idea of
// BEAST (Lee, Leonard, Wang, Loguinov: IRLbot, WWW 2008), whose budgets grow by
// a domain's in-links, with yields instead, and within a site.
type budget struct {
	accounts map[string]balance
	shown    map[string]bool // patterns of addresses found
	paid     page.URL        // the last page that opens has paid for
}

// balance is what an account holds.
type balance struct {
	held   float64
	visits int
}

const (
	siteFunds = 40 // of an account at first, and at most
	dirFunds  = 16
	leafFunds = 8

	noveltyPays = 6    // by a page whose text is all new
	formPays    = 4    // by each new form
	linkPays    = 1.25 // by a page that leads to another kind of page
	emptyCosts  = 1.5  // of a visit that brings nothing new
	proven      = 3    // visits after which a full account answers for wider ones
	dullBelow   = 0.1  // novelty below which a visit costs more than 1
	sampleCosts = 0.75 // of a visit that shows whether a difference between addresses counts
	maxAccounts = 4096 // a site; further patterns share those of their directory
	deepest     = 6    // directories with an account of their own

	maxSegments = 16   // of a path
	maxAddress  = 1024 // bytes of path and query
)

// opens books that a page led to an address, new to the site, of a pattern that
// the site had not shown before and that is none of the page's own: the first
// time a page does so pays into its accounts. A trap leads to its own kind.
func (b *budget) opens(found, on page.URL) {
	path, query, hasQuery := strings.Cut(found.PathQuery(), "?")
	leaf := plainPath(path)
	if hasQuery {
		leaf += "?" + parameterNames(query)
	}
	if b.shown[leaf] || len(b.shown) >= maxAccounts {
		return
	}
	if b.shown == nil {
		b.shown = map[string]bool{}
	}
	b.shown[leaf] = true
	own, _, _ := strings.Cut(on.PathQuery(), "?")
	dir := own[:strings.LastIndexByte(own, '/')+1]
	if path == own || len(dir) > 1 && strings.HasPrefix(path, dir) || b.paid == on {
		return
	}
	b.paid = on
	b.pay(on, linkPays, 0)
}

// observe books a visit.
func (b *budget) observe(u page.URL, novelty float64, forms int) {
	b.pay(u, noveltyPays*novelty+formPays*float64(forms)-1-max(0, 1-novelty/dullBelow)*(emptyCosts-1), 1)
}

func (b *budget) pay(u page.URL, change float64, visits int) {
	if b.accounts == nil {
		b.accounts = map[string]balance{}
	}
	for name, funds := range accountsOf(u) {
		a, known := b.accounts[name]
		if !known {
			if len(b.accounts) >= maxAccounts {
				continue
			}
			a.held = funds
		}
		b.accounts[name] = balance{min(funds, a.held+change), a.visits + visits}
	}
}

// against says why u is to be held back, "" where it is not. Its accounts are
// asked from the narrowest to the widest, and one that is full answers for those
// around it: a trap that has used up a site's account must not end what
// the site has beside it.
func (b *budget) against(u page.URL) string {
	var all [deepest + 3]account
	n := 0
	for name, funds := range accountsOf(u) {
		all[n] = account{name, funds}
		n++
	}
	for n--; n >= 0; n-- {
		a, known := b.accounts[all[n].name]
		switch {
		case !known:
		case a.held <= 0:
			return fmt.Sprintf("budget: pages like %s bring nothing new", all[n].name)
		case a.held >= all[n].funds && a.visits >= proven: // it has brought what it cost
			return ""
		}
	}
	return ""
}

// account is an account of an address, and what it begins with.
type account struct {
	name  string
	funds float64
}

// malformed says why an address is never asked for, "" where it may be.
func malformed(u page.URL) string {
	path, _, _ := strings.Cut(u.PathQuery(), "?")
	if len(u.PathQuery()) > maxAddress {
		return "trap: its address is too long"
	}
	count := map[string]int{}
	segments := strings.Split(path, "/")
	if len(segments) > maxSegments {
		return "trap: its path is too deep"
	}
	for _, s := range segments {
		if count[s]++; s != "" && count[s] > 3 {
			return "trap: its path repeats itself"
		}
	}
	return ""
}

// accountsOf yields the accounts of an address, widest first, with the funds
// that each begins with.
func accountsOf(u page.URL) func(yield func(string, float64) bool) {
	return func(yield func(string, float64) bool) {
		if !yield("/…", siteFunds) {
			return
		}
		path, query, hasQuery := strings.Cut(u.PathQuery(), "?")
		path = plainPath(path)
		for i, depth := 1, 0; i < len(path) && depth < deepest; depth++ {
			slash := strings.IndexByte(path[i:], '/')
			if slash < 0 {
				break
			}
			i += slash + 1
			if !yield(path[:i]+"…", dirFunds) {
				return
			}
		}
		if !yield(path, leafFunds) || !hasQuery {
			return
		}
		yield(path+"?"+parameterNames(query), leafFunds)
	}
}

// plainPath blanks in a path what counts: digits, and words that only a
// machine could have made up.
func plainPath(path string) string {
	var b strings.Builder
	for segment := range strings.SplitSeq(path, "/") {
		if b.Len() > 0 || segment != "" {
			b.WriteByte('/')
		}
		b.WriteString(plainSegment(segment))
	}
	if s := b.String(); strings.HasPrefix(s, "/") {
		if strings.HasSuffix(path, "/") && !strings.HasSuffix(s, "/") {
			s += "/"
		}
		return s
	}
	return "/"
}

func plainSegment(s string) string {
	name, _, _ := strings.Cut(s, ";")
	digits, letters := 0, 0
	var b strings.Builder
	for i := range len(name) {
		switch c := name[i]; {
		case c >= '0' && c <= '9':
			if digits++; i == 0 || name[i-1] < '0' || name[i-1] > '9' {
				b.WriteByte('0')
			}
			continue
		case c|0x20 >= 'a' && c|0x20 <= 'z':
			letters++
		}
		b.WriteByte(name[i])
	}
	if len(name) >= 16 && digits >= 4 && letters >= 3 && strings.IndexByte(name, '-') < 0 {
		return "*"
	}
	return b.String()
}

// parameterNames returns the names of a query's parameters in its order.
func parameterNames(query string) string {
	var b strings.Builder
	for p := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(p, "=")
		if b.Len() > 0 {
			b.WriteByte('&')
		}
		b.WriteString(name)
		if b.Len() > 200 {
			break
		}
	}
	return b.String()
}

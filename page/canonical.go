package page

import (
	"regexp"
	"strings"

	whatwg "github.com/nlnwa/whatwg-url/url"
)

// Canonical returns u under our own policy of what makes two URLs the same
// page. Dropped are: click and campaign identifiers (utm_source and kin),
// session identifiers (PHPSESSID, ;jsessionid=, ASP.NET's /(S(...))/, and sid
// or s where the value looks like a session's hash), a user name and password,
// and a query that is empty. All else is kept as it is and in its order,
// because servers may tell it apart. Canonical is idempotent. It is for
// identity only; what is fetched is u itself.
func (u URL) Canonical() URL {
	scheme, userinfo, hostPort, pathQuery := u.split()
	path, query, hasQuery := strings.Cut(pathQuery, "?")
	newPath, newQuery := canonicalPath(path), canonicalQuery(query)
	if userinfo == "" && newPath == path && newQuery == query && (newQuery != "" || !hasQuery) {
		return u
	}
	href := scheme + "://" + hostPort + newPath
	if newQuery != "" {
		href += "?" + newQuery
	}
	href += u.route()
	if newPath == path {
		return URL{href: href}
	}
	// A path that lost a part may hold a bare "." or "..", which the standard resolves.
	p, err := whatwg.Parse(href)
	if err != nil {
		return u
	}
	if c := (URL{href: p.Href(false)}); c.href != href {
		return c.Canonical() // shorter each time
	}
	return URL{href: href}
}

// aspSession matches the path segment in which ASP.NET keeps cookieless
// session (S), authentication (F) and anonymous (A) tickets.
var aspSession = regexp.MustCompile(`^(?i:\((?:[a-z]\([a-z0-9_-]{16,}\))+\))$`)

// canonicalPath drops session parameters (";jsessionid=...") and segments.
func canonicalPath(path string) string {
	if !strings.Contains(path, ";") && !strings.Contains(path, "/(") {
		return path
	}
	var kept []string
	for segment := range strings.SplitSeq(path, "/") {
		name, params, _ := strings.Cut(segment, ";")
		if params != "" {
			segment = name
			for p := range strings.SplitSeq(params, ";") {
				if !dropped(p) {
					segment += ";" + p
				}
			}
		}
		if !aspSession.MatchString(segment) {
			kept = append(kept, segment)
		}
	}
	if len(kept) < 2 {
		return "/" // nothing but a session was there
	}
	return strings.Join(kept, "/")
}

func canonicalQuery(query string) string {
	if query == "" {
		return ""
	}
	var kept []string
	drop := false
	for p := range strings.SplitSeq(query, "&") {
		if dropped(p) {
			drop = true
		} else {
			kept = append(kept, p)
		}
	}
	if !drop {
		return query
	}
	return strings.Join(kept, "&")
}

// dropped reports whether a parameter, written name=value, says nothing about
// which page is asked for.
func dropped(param string) bool {
	name, value, _ := strings.Cut(param, "=")
	name = strings.ToLower(name)
	if droppedNames[name] {
		return true
	}
	for _, prefix := range droppedPrefixes {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	if name == "s" { // also the search box of many weblogs: nothing short of an MD5 or SHA will do
		return len(value) >= 32 && isHex(value)
	}
	return sessionNames[name] && looksLikeSession(value)
}

var droppedPrefixes = []string{
	"utm_",         // Urchin, Google Analytics
	"mtm_",         // Matomo
	"hsa_", "__hs", // HubSpot
	"aspsessionid",                                                                          // classic ASP appends random letters
	"pk_campaign", "pk_kwd", "pk_source", "pk_medium", "pk_content", "pk_keyword", "pk_cid", // Piwik
	"piwik_",
}

var droppedNames = set(
	// Click identifiers that advertisers, networks and newsletters append.
	"gclid", "gclsrc", "dclid", "gbraid", "wbraid", "gad_source", "gad_campaignid", "srsltid", "_ga", "_gl",
	"fbclid", "fb_action_ids", "fb_action_types", "fb_source", "igsh", "igshid", "msclkid", "yclid",
	"ysclid", "_openstat", "twclid", "ttclid", "epik", "li_fat_id", "rdt_cid", "scclid", "irclickid",
	"mc_cid", "mc_eid", "_hsenc", "_hsmi", "hsctatracking", "mkt_tok", "vero_id", "vero_conv",
	"oly_anon_id", "oly_enc_id", "wickedid", "rb_clickid", "s_cid", "_branch_match_id", "_kx",
	// Names that servers give to sessions and nothing else.
	"phpsessid", "phpsessionid", "jsessionid", "asp.net_sessionid", "oscsid", "zenid", "cftoken", "cfid",
)

// sessionNames are used for sessions, but for other things too.
var sessionNames = set("sid", "session", "sessid", "sessionid", "session_id", "sess", "sess_id", "ssid")

func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, n := range names {
		m[n] = true
	}
	return m
}

// looksLikeSession reports whether v could only come from a random generator:
// at least 16 hexadecimal digits, or 20 letters and digits well mixed.
func looksLikeSession(v string) bool {
	if len(v) >= 16 && isHex(strings.ReplaceAll(v, "-", "")) {
		return true
	}
	if len(v) < 20 {
		return false
	}
	letters, digits := 0, 0
	for i := range len(v) {
		switch c := v[i]; {
		case c >= '0' && c <= '9':
			digits++
		case c|0x20 >= 'a' && c|0x20 <= 'z':
			letters++
		case strings.IndexByte("-_,.", c) < 0:
			return false
		}
	}
	return digits >= 3 && letters >= 3
}

func isHex(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'f') {
			return false
		}
	}
	return s != ""
}

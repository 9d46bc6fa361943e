package page

import "strings"

// resolvePlain resolves the references that make up nearly all of a page's
// links: of plain characters only, which the URL standard copies as they are.
// It says no where anything of the standard's parser could matter: other
// characters, dot segments, other schemes.
func resolvePlain(base URL, ref string) (URL, bool) {
	scheme, userinfo, hostPort, pathQuery := base.split()
	if hostPort == "" || userinfo != "" || ref == "" || strings.HasPrefix(ref, "//") {
		return URL{}, false
	}
	origin := base.href[:len(scheme)+len("://")+len(hostPort)]
	// An absolute address is plain where its host is.
	for _, prefix := range []string{"http://", "https://"} {
		if rest, ok := strings.CutPrefix(ref, prefix); ok {
			slash := strings.IndexByte(rest, '/')
			if slash < 0 || !plainHost(rest[:slash]) && !strings.HasPrefix(ref, origin+"/") {
				return URL{}, false
			}
			origin, ref = ref[:len(prefix)+slash], rest[slash:]
			break
		}
	}
	ref, _, _ = strings.Cut(ref, "#")
	query := false
	for i := range len(ref) {
		c := ref[i]
		switch {
		case c == '?':
			query = true
		case c == '/':
			// A segment that begins with a dot, also when written as %2e.
			if !query && i+1 < len(ref) && (ref[i+1] == '.' || ref[i+1] == '%') {
				return URL{}, false
			}
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("-_.~%=&+,;!()*@$", c) >= 0:
		case c == ':' && (query || i > 0 && ref[0] == '/'): // it ends no scheme
		default:
			return URL{}, false
		}
	}
	path, _, _ := strings.Cut(pathQuery, "?")
	switch {
	case ref == "":
		return URL{href: origin + pathQuery}, true
	case ref[0] == '/':
		return URL{href: origin + ref}, true
	case ref[0] == '?':
		return URL{href: origin + path + ref}, true
	case ref[0] == '.' || ref[0] == '%':
		return URL{}, false
	}
	return URL{href: origin + path[:strings.LastIndexByte(path, '/')+1] + ref}, true
}

// otherScheme returns the scheme that ref begins with where that is neither http
// nor https, "" else. Images are often written into the page (data:), at a
// length that is not worth parsing for what is no http address whatever follows.
func otherScheme(ref string) string {
	for i := range len(ref) {
		switch c := ref[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
		case i > 0 && (c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.'):
		case i > 0 && c == ':':
			if scheme := strings.ToLower(ref[:i]); scheme != "http" && scheme != "https" {
				return scheme
			}
			return ""
		default:
			return ""
		}
	}
	return ""
}

// plainHost reports whether a host is a name of labels of lower-case letters,
// digits and hyphens that is no address in numbers and has nothing encoded.
func plainHost(host string) bool {
	last := host[strings.LastIndexByte(host, '.')+1:]
	if last == "" || strings.Contains(host, "--") || len(host) > 100 {
		return false
	}
	for i := range len(last) {
		if last[i] < 'a' || last[i] > 'z' {
			return false
		}
	}
	for label := range strings.SplitSeq(host, ".") {
		if label == "" || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for i := range len(label) {
			if c := label[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
				return false
			}
		}
	}
	return true
}

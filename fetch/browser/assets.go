package browser

import (
	"container/list"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/hadal-crawler/hadal/page"
)

const (
	assetsMost = 64 << 20         // bytes kept
	leastAge   = 10 * time.Minute // for which a script or style is believed
	mostAge    = 24 * time.Hour
)

// assets keeps the scripts and style sheets of sites, which page after page asks
// for. It is less strict than RFC 9111: where a server does not forbid to keep
// an answer, it is good for ten minutes at least, because asking a host once
// more for each of its scripts on each page is what a guest should not do.
type assets struct {
	now  func() time.Time
	mu   sync.Mutex
	kept map[assetKey]*list.Element // of *asset
	used list.List                  // most recently used first
	size int64
}

// assetKey keeps the answers that one site got from those of another.
type assetKey struct {
	site string
	url  page.URL
}

type asset struct {
	key  assetKey
	page *page.Page
	good time.Time // until then
}

func newAssets() *assets { return &assets{now: time.Now, kept: map[assetKey]*list.Element{}} }

// get returns what is kept and still good, else nil.
func (a *assets) get(site string, u page.URL) *page.Page {
	a.mu.Lock()
	defer a.mu.Unlock()
	e := a.kept[assetKey{site, u}]
	if e == nil {
		return nil
	}
	k := e.Value.(*asset)
	if !a.now().Before(k.good) {
		a.drop(e)
		return nil
	}
	a.used.MoveToFront(e)
	return k.page
}

// put keeps an answer if it may be kept.
func (a *assets) put(site string, u page.URL, p *page.Page) {
	age := keptFor(p.Status, p.Header)
	if age <= 0 || p.Truncated || len(p.Body) > assetsMost/8 {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	key := assetKey{site, u}
	if e := a.kept[key]; e != nil {
		a.drop(e)
	}
	a.kept[key] = a.used.PushFront(&asset{key, p, a.now().Add(age)})
	a.size += int64(len(p.Body))
	for a.size > assetsMost {
		a.drop(a.used.Back())
	}
}

// drop forgets an answer. a.mu is held.
func (a *assets) drop(e *list.Element) {
	k := a.used.Remove(e).(*asset)
	delete(a.kept, k.key)
	a.size -= int64(len(k.page.Body))
}

// keptFor returns for how long an answer may be used again, 0 for not at all.
func keptFor(status int, h http.Header) time.Duration {
	if status != http.StatusOK || h.Get("Set-Cookie") != "" {
		return 0
	}
	for _, name := range strings.Split(strings.Join(h.Values("Vary"), ","), ",") {
		if name = strings.ToLower(strings.TrimSpace(name)); name == "*" || name == "cookie" || name == "authorization" {
			return 0
		}
	}
	age := leastAge
	for _, directive := range strings.Split(strings.Join(h.Values("Cache-Control"), ","), ",") {
		name, value, _ := strings.Cut(strings.ToLower(strings.TrimSpace(directive)), "=")
		switch name {
		case "no-store", "no-cache":
			return 0
		case "max-age":
			if n, err := strconv.Atoi(strings.Trim(value, `"`)); err == nil && n >= 0 {
				age = max(age, min(time.Duration(n)*time.Second, mostAge))
			}
		}
	}
	return age
}

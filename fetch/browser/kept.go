package browser

import (
	"container/list"
	"crypto/sha256"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/hadal-crawler/hadal/page"
)

const (
	leastAge = 10 * time.Minute // for which an answer is believed that states less, or proved the same
	mostAge  = 24 * time.Hour   // for which any is, and a script or style that states nothing: longer than a run
	overhead = 1 << 10          // bytes that an answer takes beside its body, about
)

// Kept holds answers that page after page asks for, so that their host need not
// be asked again. It is less strict than RFC 9111 with what pages are made of:
// where a server does not forbid to keep a script or a style, it is good for ten
// minutes at least, and where it says nothing, for the run. What scripts and
// frames ask for is kept for as long as its server states, or may be inferred from
// its age (section 4.2.2); and where neither says anything, once a document has
// asked for it twice, in different visits and before anything was typed, and got
// the same, that document gets it from here; and so it is with a document on which steps
// are taken, where no cookie tells its site who asks. Never so twice in one visit: a script
// that asks again waits for a change.
type Kept struct {
	most int64
	now  func() time.Time
	mu   sync.Mutex
	kept map[keptKey]*list.Element // of *keptPage
	used list.List                 // most recently used first
	size int64
}

// use is one request by a page, and what it is for.
type use struct {
	site     string // whose pages ask: what one site got is not for another
	request  page.Request
	static   bool     // a page is made of it: a script, a style
	document page.URL // that asks, before anything was typed; zero where that says nothing
	visit    any      // that asks
}

type keptKey struct {
	site, url, header string
	document          string // of answers that are kept because they proved the same
}

type keptPage struct {
	key    keptKey
	page   *page.Page // nil while it has yet to prove the same
	digest [32]byte
	visit  any       // that brought it last, where it must prove the same
	good   time.Time // until then
	size   int64
}

// NewKept returns a Kept that holds at most that many bytes; those used longest
// ago go first.
func NewKept(bytes int64) *Kept {
	return &Kept{most: bytes, now: time.Now, kept: map[keptKey]*list.Element{}}
}

func (u use) key() keptKey {
	return keptKey{site: u.site, url: u.request.URL.String(), header: u.request.Header}
}

// same returns the key under which an answer has to prove the same.
func (u use) same() keptKey {
	k := u.key()
	k.document = u.document.String()
	return k
}

// get returns what is kept and still good, else nil.
func (k *Kept) get(u use) *page.Page {
	k.mu.Lock()
	defer k.mu.Unlock()
	if p := k.find(u.key()); p != nil {
		return p.page
	}
	if u.document.IsZero() {
		return nil
	}
	p := k.find(u.same())
	if p == nil || p.visit == u.visit {
		return nil
	}
	if p.page != nil {
		p.visit = u.visit
	}
	return p.page
}

// find returns an answer that is still good. k.mu is held.
func (k *Kept) find(key keptKey) *keptPage {
	e := k.kept[key]
	if e == nil {
		return nil
	}
	p := e.Value.(*keptPage)
	if !k.now().Before(p.good) {
		k.drop(e)
		return nil
	}
	k.used.MoveToFront(e)
	return p
}

// put keeps an answer if it may be kept.
func (k *Kept) put(u use, p *page.Page) {
	may, age := keptFor(p, u.static, k.now())
	if !may || p.Truncated || int64(len(p.Body)) > k.most/8 {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if age > 0 {
		k.add(&keptPage{key: u.key(), page: p, good: k.now().Add(age)})
		return
	}
	if u.static || u.document.IsZero() {
		return
	}
	fresh := &keptPage{key: u.same(), digest: sha256.Sum256(p.Body), visit: u.visit, good: k.now().Add(leastAge)}
	if before := k.find(fresh.key); before != nil && before.digest == fresh.digest && before.visit != u.visit {
		fresh.page = p
	}
	k.add(fresh)
}

// forget drops what has proved the same and is of no more use.
func (k *Kept) forget(u use) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, key := range []keptKey{u.key(), u.same()} {
		if e := k.kept[key]; e != nil {
			k.drop(e)
		}
	}
}

// add keeps p in place of what was kept as the same. k.mu is held.
func (k *Kept) add(p *keptPage) {
	if e := k.kept[p.key]; e != nil {
		k.drop(e)
	}
	p.size = overhead
	if p.page != nil {
		p.size += int64(len(p.page.Body))
	}
	k.kept[p.key] = k.used.PushFront(p)
	k.size += p.size
	for k.size > k.most {
		k.drop(k.used.Back())
	}
}

// drop forgets an answer. k.mu is held.
func (k *Kept) drop(e *list.Element) {
	p := k.used.Remove(e).(*keptPage)
	delete(k.kept, p.key)
	k.size -= p.size
}

// keptFor returns whether an answer may be used again at all, and for how long it
// is fresh; 0 where nothing says so.
func keptFor(p *page.Page, static bool, now time.Time) (may bool, age time.Duration) {
	h := p.Header
	if p.Status != http.StatusOK || h.Get("Set-Cookie") != "" {
		return false, 0
	}
	for _, name := range strings.Split(strings.Join(h.Values("Vary"), ","), ",") {
		if name = strings.ToLower(strings.TrimSpace(name)); name == "*" || name == "cookie" || name == "authorization" {
			return false, 0
		}
	}
	stated := false
	for _, directive := range strings.Split(strings.Join(h.Values("Cache-Control"), ","), ",") {
		name, value, _ := strings.Cut(strings.ToLower(strings.TrimSpace(directive)), "=")
		switch name {
		case "no-store", "no-cache":
			return false, 0
		case "max-age":
			stated = true
			if n, err := strconv.ParseInt(strings.Trim(value, `"`), 10, 64); err == nil && n >= 0 {
				age = time.Duration(min(n, int64(mostAge/time.Second))) * time.Second
			}
		}
	}
	date := now
	if at, err := http.ParseTime(h.Get("Date")); err == nil {
		date = at // by the server's own clock
	}
	if expires := h.Get("Expires"); expires != "" && !stated {
		stated = true
		if at, err := http.ParseTime(expires); err == nil {
			age = at.Sub(date)
		}
	}
	if changed, err := http.ParseTime(h.Get("Last-Modified")); err == nil && !stated && !static {
		age = date.Sub(changed) / 10
	}
	age = min(max(age, 0), mostAge)
	switch {
	case static && stated:
		age = max(age, leastAge)
	case static:
		age = mostAge
	case stated && age == 0:
		return false, 0 // it says that it is not to be used again
	}
	return true, age
}

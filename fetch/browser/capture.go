package browser

import (
	"context"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/hadal-crawler/hadal/page"
)

// capture returns the page as it stands. A script that never ends is ended.
func (v *visit) capture(s *stage) (*page.Page, error) {
	html, at, err := v.look(s)
	if err != nil && v.ctx.Err() == nil {
		ctx, cancel := context.WithTimeout(v.ctx, time.Second)
		chromedp.Call(ctx, runtime.TerminateExecution, cdp.Empty{})
		cancel()
		html, at, err = v.look(s)
	}
	if err != nil {
		return nil, err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	p := *v.main
	p.Request = v.asked
	p.Header = p.Header.Clone()
	p.Header.Del("Content-Encoding")
	p.Header.Del("Content-Length")
	p.Header.Set("Content-Type", "text/html; charset=utf-8")
	p.Body = []byte(html)
	if limit := v.tab.process.b.net.MaxBody(); int64(len(p.Body)) > limit {
		p.Body, p.Truncated = p.Body[:limit], true
	}
	if u, err := page.ParseURL(at); err == nil {
		p.Final = u // scripts may have pushed another
	}
	p.Exchanges = v.exchanges
	p.FetchedAt = time.Now()
	return &p, nil
}

// look takes a snapshot and the address it has, within a share of the page's limit.
func (v *visit) look(s *stage) (html, at string, err error) {
	ctx, cancel := context.WithTimeout(v.ctx, v.tab.process.b.o.Limit/6)
	defer cancel()
	bounded := *s
	bounded.tab = ctx
	if html, err = bounded.snapshot(); err != nil {
		return "", "", err
	}
	at, err = evaluate[string](ctx, "location.href")
	return html, at, err
}

// evaluate returns the value of a JavaScript expression in the page's main
// frame. ctx is chromedp's. It fails while the page changes to another.
func evaluate[T any](ctx context.Context, expression string) (T, error) {
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression))
}

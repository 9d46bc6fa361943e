package browser

import (
	"context"
	_ "embed"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/hadal-crawler/hadal/page"
)

//go:embed capture.js
var captureScript string

type captured struct {
	HTML string `json:"html"`
	URL  string `json:"url"`
	Cut  bool   `json:"cut"`
}

// capture returns the page as it stands. A script that never ends is ended.
func (v *visit) capture() (*page.Page, error) {
	limit := v.tab.process.b.net.MaxBody()
	script := fmt.Sprintf("(%s)(%d)", captureScript, limit)
	attempt := func() (captured, error) {
		ctx, cancel := context.WithTimeout(v.ctx, v.tab.process.b.o.Limit/6)
		defer cancel()
		return evaluate[captured](ctx, script)
	}
	got, err := attempt()
	if err != nil && v.ctx.Err() == nil {
		ctx, cancel := context.WithTimeout(v.ctx, time.Second)
		chromedp.Call(ctx, runtime.TerminateExecution, cdp.Empty{})
		cancel()
		if got, err = attempt(); err != nil && v.ctx.Err() == nil {
			err = fmt.Errorf("%w: %w", errLimit, err)
		}
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
	p.Body, p.Truncated = []byte(got.HTML), got.Cut || p.Truncated
	if int64(len(p.Body)) > limit {
		p.Body, p.Truncated = p.Body[:limit], true
	}
	if u, err := page.ParseURL(got.URL); err == nil {
		p.Final = u // scripts may have pushed another
	}
	p.Exchanges = v.exchanges
	p.FetchedAt = time.Now()
	return &p, nil
}

// evaluate returns the value of a JavaScript expression in the page's main
// frame. ctx is chromedp's. It fails while the page changes to another.
func evaluate[T any](ctx context.Context, expression string) (T, error) {
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression))
}

package locate

import (
	"cmp"
	"context"
	"errors"
	"sync"

	"github.com/hadal-crawler/hadal/fetch"
	"github.com/hadal-crawler/hadal/page"
)

// meter is a Network whose requests are on the account of a run, crawl and
// glimpses together, which has no more than a limit of them. The harvests of
// glimpses are told how many they may send, and are on the account as well.
type meter struct {
	Network
	limit   int // 0: none
	account *fetch.Allowance
	empty   func() // called when nothing is left; may be nil

	mu       sync.Mutex
	reserved int // for those who were promised them
	ended    bool
}

// newMeter returns the meter of a run, and the context that its requests are
// to be sent for.
func newMeter(ctx context.Context, net Network, limit int) (context.Context, *meter) {
	m := &meter{Network: net, limit: limit}
	ctx, m.account = fetch.Allow(ctx, cmp.Or(limit, fetch.Unlimited))
	return ctx, m
}

// Fetch implements fetch.Fetcher. Where the limit would be passed it ends the
// crawl instead.
func (m *meter) Fetch(ctx context.Context, r page.Request) (*page.Page, error) {
	p, err := m.Network.Fetch(ctx, r)
	if errors.Is(err, fetch.ErrSpent) {
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.ended = true; m.empty != nil {
			m.empty()
		}
		return nil, context.Canceled
	}
	return p, err
}

func (m *meter) spent() int { return m.account.Sent() }

// reserve promises up to n requests to one who asks no more, and returns how many.
// release takes the promise back, once they were sent or not.
func (m *meter) reserve(n int) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	if left := m.limit - m.spent() - m.reserved; m.limit > 0 && n > left {
		n, m.ended = max(left, 0), true
	}
	m.reserved += n
	return n
}

func (m *meter) release(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.reserved -= n
}

// out reports whether the limit kept something from being asked.
func (m *meter) out() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.ended
}

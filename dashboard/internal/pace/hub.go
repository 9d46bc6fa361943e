package pace

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const lookEvery = 2 * time.Second

// Hub tells open pages what moved, by server-sent events: the names of it. A page that is
// about one of them fetches itself again and takes over the parts that are live. One poller
// serves all pages, and rests while none is open. It tells at most as often as leaves Rest
// times as long to the harvests as the pages took, however many pages are open and however
// large the file is. What turns is told without that rest: it is what a person waits for, and
// comes once.
type Hub struct {
	Moved func(before map[string]string) map[string]string // fingerprints of all that can move
	Turns func() string                                    // fingerprint of what is told without rest; it costs nothing to have
	spent atomic.Int64                                     // nanoseconds, on looking and on pages, since it last told

	mu          sync.Mutex
	subscribers map[chan []string]bool
	stop        context.CancelFunc // of the poller; nil while it rests
}

// Spend tells what a page took.
func (h *Hub) Spend(d time.Duration) { h.spent.Add(int64(d)) }

func (h *Hub) subscribe() chan []string {
	c := make(chan []string, 8)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.subscribers == nil {
		h.subscribers = map[chan []string]bool{}
	}
	h.subscribers[c] = true
	if h.stop == nil {
		var ctx context.Context
		ctx, h.stop = context.WithCancel(context.Background())
		go h.poll(ctx)
	}
	return c
}

func (h *Hub) leave(c chan []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.subscribers, c)
	if len(h.subscribers) == 0 && h.stop != nil {
		h.stop()
		h.stop = nil
	}
}

func (h *Hub) poll(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	before, turns, told := h.Moved(nil), h.Turns(), time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		turned := h.Turns()
		if turned == turns && time.Since(told) < Rest*time.Duration(h.spent.Load()) {
			continue
		}
		turns, told = turned, time.Now()
		now := h.Moved(before)
		h.spent.Store(int64(time.Since(told)))
		var names []string
		for name, print := range now {
			if before[name] != print {
				names = append(names, name)
			}
		}
		for name := range before {
			if _, there := now[name]; !there {
				names = append(names, name)
			}
		}
		before = now
		if len(names) == 0 {
			continue
		}
		slices.Sort(names)
		h.mu.Lock()
		for c := range h.subscribers {
			select {
			case c <- names:
			default: // it is behind, and will see all when it looks
			}
		}
		h.mu.Unlock()
	}
}

// Events is the stream of what moves.
func (h *Hub) Events(w http.ResponseWriter, r *http.Request) error {
	c := h.subscribe()
	defer h.leave(c)
	flusher := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	fmt.Fprint(w, "retry: 5000\n\n")
	if err := flusher.Flush(); err != nil {
		return err
	}
	beat := time.NewTicker(20 * time.Second)
	defer beat.Stop()
	for {
		text := ": still here\n\n"
		select {
		case <-r.Context().Done():
			return nil
		case <-beat.C:
		case names := <-c:
			text = "event: moved\ndata: " + strings.Join(names, "\ndata: ") + "\n\n"
		}
		if _, err := fmt.Fprint(w, text); err != nil {
			return nil // the visitor left
		}
		if err := flusher.Flush(); err != nil {
			return nil
		}
	}
}

package dashboard

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// What moves is told to open pages by server-sent events: the names of what moved. A page
// that is about one of them fetches itself again and takes over the parts that are live. One
// poller serves all pages, and rests while none is open.

const lookEvery = 2 * time.Second

// hub tells subscribers what moved.
type hub struct {
	moved func(before map[string]string) map[string]string // fingerprints of all that can move

	mu          sync.Mutex
	subscribers map[chan []string]bool
	stop        context.CancelFunc // of the poller; nil while it rests
}

func newHub(moved func(map[string]string) map[string]string) *hub {
	return &hub{moved: moved, subscribers: map[chan []string]bool{}}
}

func (h *hub) subscribe() chan []string {
	c := make(chan []string, 8)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.subscribers[c] = true
	if h.stop == nil {
		var ctx context.Context
		ctx, h.stop = context.WithCancel(context.Background())
		go h.poll(ctx)
	}
	return c
}

func (h *hub) leave(c chan []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.subscribers, c)
	if len(h.subscribers) == 0 && h.stop != nil {
		h.stop()
		h.stop = nil
	}
}

func (h *hub) poll(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	before := h.moved(nil)
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now := h.moved(before)
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

// moved returns the fingerprints of sites and runs.
func (s *Server) moved(before map[string]string) map[string]string {
	now := map[string]string{}
	sites, err := s.Store.Sites(context.Background())
	if err != nil {
		return before
	}
	for _, site := range sites {
		now["site:"+site.Name] = fmt.Sprint(site.Harvest, site.Requests, site.Records, site.LastAt, site.Stop != nil, s.Store.Busy(context.Background(), site.Name))
	}
	if s.Runs != nil {
		for _, r := range s.Runs.Runs() {
			now[fmt.Sprint("run:", r.ID)] = fmt.Sprint(r.State, r.Said)
		}
	}
	return now
}

// events is the stream of what moves.
func (s *Server) events(w http.ResponseWriter, r *http.Request) error {
	c := s.live.subscribe()
	defer s.live.leave(c)
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

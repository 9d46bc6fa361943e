package stage

import (
	"math"
	"slices"

	"github.com/chromedp/cdproto/input"

	"github.com/hadal-crawler/hadal/page"
)

// mostDrags bounds how often a handle that the mouse has taken is moved.
const mostDrags = 40

// handle is one that the mouse has taken.
type handle struct {
	spot      // where it was taken
	Low, High float64
	Upright   bool // it moves up and down
	Upper     bool // another one of its track stands before it
	Pair      bool // its track has two
	s         *Stage
	latest    []float64 // numbers that were to be read last
}

// take has the mouse take the held handle; nil where there is none to take.
func (s *Stage) take() (*handle, error) {
	h, err := call[*handle](&s.world, "grip")
	if err != nil || h == nil {
		return nil, err
	}
	h.s = s
	if h.latest, err = call[[]float64](&s.world, "says"); err != nil {
		return nil, err
	}
	if err := s.mouse(input.DispatchMouseEventTypeMouseMoved, h.spot, 0); err != nil {
		return nil, err
	}
	return h, s.mouse(input.DispatchMouseEventTypeMousePressed, h.spot, 1)
}

// at is the place that the handle has when the mouse is so far along its track.
func (h *handle) at(x float64) spot {
	if h.Upright {
		return spot{h.X, x}
	}
	return spot{x, h.Y}
}

// along is where it was taken.
func (h *handle) along() float64 {
	if h.Upright {
		return h.Y
	}
	return h.X
}

// to moves the mouse so far along the track, and reads the numbers there.
func (h *handle) to(x float64) (says []float64, err error) {
	if err := h.s.mouse(input.DispatchMouseEventTypeMouseMoved, h.at(x), 0); err != nil {
		return nil, err
	}
	for range 2 {
		if says, err = call[[]float64](&h.s.world, "says"); err != nil || !slices.Equal(says, h.latest) {
			break
		}
		if err := h.s.sleep(); err != nil {
			return nil, err
		}
	}
	h.latest = says
	return says, err
}

// release lets go of it there, and waits for what comes of that.
func (h *handle) release(x float64) error {
	if err := h.s.mouse(input.DispatchMouseEventTypeMouseReleased, h.at(x), 1); err != nil {
		return err
	}
	return h.s.settle(debounce)
}

// ends moves it to both ends of its track, and returns which number moves with it, and what that
// is there; -1 where none does. It goes no further than half of the track before one has moved:
// what does something once it is slid to its end is no slider.
func (h *handle) ends() (which int, low, high float64, err error) {
	was, at, moves := h.latest, h.along(), false
	for _, part := range []float64{0.25, 0.5} {
		by := part * (h.High - h.Low)
		if at-h.Low > h.High-at {
			by = -by
		}
		says, err := h.to(at + by)
		if err != nil {
			return -1, 0, 0, err
		}
		if moves = differs(was, says) >= 0; moves {
			break
		}
	}
	if !moves {
		_, err := h.to(at)
		return -1, 0, 0, err
	}
	a, err := h.to(h.Low)
	if err != nil {
		return -1, 0, 0, err
	}
	b, err := h.to(h.High)
	if err != nil {
		return -1, 0, 0, err
	}
	if which = differs(a, b); which < 0 {
		return -1, 0, 0, nil
	}
	return which, a[which], b[which], nil
}

// differs returns which of the numbers is another one than before, -1 where none is.
func differs(a, b []float64) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return -1
}

// drag has the mouse move the held handle until the number that moves with it is the one
// that is wanted, or, where it leaves that out, the next one that lets more through.
func (s *Stage) drag(want float64) (reached bool, err error) {
	h, err := s.take()
	if err != nil || h == nil {
		return false, err
	}
	which, low, high, err := h.ends()
	if err != nil {
		return false, err
	}
	x := h.along()
	if which < 0 {
		return false, h.release(x)
	}
	type mark struct{ x, is float64 }
	below, above := mark{h.Low, low}, mark{h.High, high}
	if low > high { // they count from the other end
		below, above = above, below
		h.Upper = !h.Upper
	}
	if want < below.is || want > above.is {
		return false, h.release(x) // another end keeps it
	}
	for i := range mostDrags {
		if below.is == want || above.is == want || math.Abs(above.x-below.x) < 0.5 {
			break
		}
		x = below.x + (above.x-below.x)*(want-below.is)/(above.is-below.is)
		if x = math.Round(x); i%3 == 2 || x == below.x || x == above.x {
			x = (below.x + above.x) / 2
		}
		says, err := h.to(x)
		if err != nil {
			return false, err
		}
		if which >= len(says) {
			return false, h.release(x)
		}
		if m := (mark{x, says[which]}); m.is <= want {
			below = m
		} else {
			above = m
		}
	}
	switch {
	case below.is == want || above.is != want && h.Pair && !h.Upper:
		x = below.x
	case above.is == want || h.Pair:
		x = above.x
	default:
		return false, h.release(x)
	}
	if _, err := h.to(x); err != nil {
		return false, err
	}
	return true, h.release(x)
}

// measure takes what looks like the handle of a slider, and says nothing of itself, to both
// ends of its track: where a number follows it, it is one, and that is what it goes from and to.
func (s *Stage) measure() error {
	n, err := call[int](&s.world, "findHandles")
	if err != nil {
		return err
	}
	type found struct {
		i             int
		name          string
		min, max, now float64
	}
	var sliders []found
	for i := range n {
		e, err := call[page.Element](&s.world, "holdHandle", i)
		if err != nil {
			return err
		}
		if e.Disabled || s.refused(e) != "" || !s.time() {
			continue
		}
		h, err := s.take()
		if err != nil {
			return err
		}
		if h == nil {
			continue
		}
		which, low, high, err := h.ends()
		if err != nil {
			return err
		}
		says, err := h.to(h.along())
		if err != nil {
			return err
		}
		if err := h.release(h.along()); err != nil {
			return err
		}
		if which < 0 || which >= len(says) {
			continue
		}
		f := found{i: i, min: min(low, high), max: max(low, high), now: says[which]}
		switch {
		case h.Pair && h.Upper == (low < high):
			f.name = "max"
		case h.Pair:
			f.name = "min"
		}
		sliders = append(sliders, f)
	}
	for i, f := range sliders { // one end keeps the other from going as far
		for _, o := range sliders {
			if f.name == "max" && o.name == "min" && (o.i == f.i-1 || o.i == f.i+1) {
				sliders[i].min = min(f.min, o.min)
			}
			if f.name == "min" && o.name == "max" && (o.i == f.i-1 || o.i == f.i+1) {
				sliders[i].max = max(f.max, o.max)
			}
		}
	}
	for _, f := range sliders {
		if _, err := call[page.Element](&s.world, "holdHandle", f.i); err != nil {
			return err
		}
		if _, err := call[any](&s.world, "mark", f.name, f.min, f.max, f.now); err != nil {
			return err
		}
	}
	return nil
}

package webgraph

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Models returns the names of the crawl models.
func Models() []string { return []string{"crawl-stop", "threshold", "buffer"} }

// Experiment measures how soon crawls of a web had its important pages: the
// models of Cho, Garcia-Molina and Page 1998, section 3.
//
//   - crawl-stop: of K visited pages, the share that belongs to the K most
//     important ones (pages as important as the K-th belong to them);
//   - threshold: of all hot pages, the share that was visited;
//   - buffer: of all hot pages, the share that a buffer of Buffer pages holds,
//     where the page of lowest priority makes room when it is full.
//
// Hot is a page of at least the importance Threshold.
type Experiment struct {
	Value     []float64 // importance, by page
	Model     string
	Threshold float64
	Buffer    int

	sorted []float64 // Value, greatest first
	hot    int       // pages
}

// Point of a curve: after so many visits, so large a share.
type Point struct {
	Pages int
	Share float64
}

// points of a curve, evenly over the crawl.
const points = 100

// Prepare checks e and ranks the pages. hotShare sets the Threshold, where it is
// 0, to the importance that this share of the pages has at least.
func (e *Experiment) Prepare(hotShare float64) error {
	if !slices.Contains(Models(), e.Model) {
		return fmt.Errorf("there is no model %q (%s)", e.Model, strings.Join(Models(), ", "))
	}
	e.sorted = slices.Clone(e.Value)
	slices.SortFunc(e.sorted, func(a, b float64) int { return cmp.Compare(b, a) })
	if e.Threshold == 0 {
		e.Threshold = e.sorted[min(int(hotShare*float64(len(e.sorted))), len(e.sorted)-1)]
	}
	e.hot = e.atLeast(e.Threshold)
	if e.Model == "buffer" && e.Buffer == 0 {
		e.Buffer = max(1, e.hot)
	}
	if e.Model != "crawl-stop" && e.hot == 0 {
		return fmt.Errorf("no page has an importance of %g", e.Threshold)
	}
	return nil
}

// Hot is the number of hot pages.
func (e *Experiment) Hot() int { return e.hot }

// atLeast counts the pages of at least an importance.
func (e *Experiment) atLeast(v float64) int {
	n, _ := slices.BinarySearchFunc(e.sorted, v, func(have, want float64) int {
		if have >= want {
			return -1
		}
		return 1
	})
	return n
}

// marks are the numbers of visited pages at which a curve is measured.
func (e *Experiment) marks() []int {
	var out []int
	for i := 1; i <= points; i++ {
		if k := i * len(e.Value) / points; k > 0 && (len(out) == 0 || out[len(out)-1] < k) {
			out = append(out, k)
		}
	}
	return out
}

// Ideal is the curve of a crawler that knows all importances and may fetch pages
// to which it knows no link.
func (e *Experiment) Ideal() (curve []Point) {
	for _, k := range e.marks() {
		share := 1.0
		switch e.Model {
		case "threshold":
			share = min(1, float64(k)/float64(e.hot))
		case "buffer":
			share = min(1, float64(min(k, e.Buffer))/float64(e.hot))
		}
		curve = append(curve, Point{k, share})
	}
	return curve
}

// Chance is the curve to expect of a crawler that fetches any page with the same
// chance, linked or not, and drops any page from its buffer.
func (e *Experiment) Chance() (curve []Point) {
	size := float64(len(e.Value))
	for _, k := range e.marks() {
		share := float64(k) / size
		switch e.Model {
		case "crawl-stop":
			share = float64(e.atLeast(e.sorted[k-1])) / size
		case "buffer":
			share = float64(min(k, e.Buffer)) / size
		}
		curve = append(curve, Point{k, share})
	}
	return curve
}

// Curve measures a crawl of the graph, which must have had e's Buffer where the
// model is that.
func (e *Experiment) Curve(t Trace) (curve []Point) {
	marks := e.marks()
	if e.Model == "crawl-stop" {
		return e.crawlStop(t.Order, marks)
	}
	held := 0 // hot pages
	for i, n := range t.Order {
		if e.Value[n] >= e.Threshold {
			held++
		}
		if e.Model == "buffer" && t.Left[i] >= 0 && e.Value[t.Left[i]] >= e.Threshold {
			held--
		}
		if len(curve) < len(marks) && i+1 == marks[len(curve)] {
			curve = append(curve, Point{i + 1, float64(held) / float64(e.hot)})
		}
	}
	return curve
}

func (e *Experiment) crawlStop(order []Node, marks []int) (curve []Point) {
	for _, k := range marks {
		if k > len(order) {
			break
		}
		among := 0
		for _, n := range order[:k] {
			if e.Value[n] >= e.sorted[k-1] {
				among++
			}
		}
		curve = append(curve, Point{k, float64(among) / float64(k)})
	}
	return curve
}

// Mean is the mean share over a curve: 1 is best at every moment.
func Mean(curve []Point) (mean float64) {
	for _, p := range curve {
		mean += p.Share / float64(len(curve))
	}
	return mean
}

// At is the share after a part of the pages of the web was visited.
func (e *Experiment) At(curve []Point, part float64) float64 {
	want := part * float64(len(e.Value))
	for _, p := range curve {
		if float64(p.Pages) > want-1 { // points are rounded down
			return p.Share
		}
	}
	if len(curve) == 0 {
		return 0
	}
	return curve[len(curve)-1].Share
}

// host returns the host of a URL, or the first folder of a path.
func host(path string) string {
	if _, rest, ok := strings.Cut(path, "://"); ok {
		path = rest
	}
	h, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return h
}

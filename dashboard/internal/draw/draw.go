// Package draw draws charts as SVG in the page: they are there without a script, print well,
// and take their colours from the style sheet.
package draw

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"github.com/hadal-crawler/hadal/dashboard/internal/text"
	"github.com/hadal-crawler/hadal/storage"
)

const (
	chartWidth, chartHeight                      = 720.0, 260.0
	chartLeft, chartRight, chartTop, chartBottom = 64.0, 12.0, 12.0, 34.0
	sparkWidth, sparkHeight                      = 160.0, 14.0
	chartInner, chartTall                        = chartWidth - chartLeft - chartRight, chartHeight - chartTop - chartBottom
)

// nice returns a number at or above v whose quarters are round.
func nice(v float64) float64 {
	if v <= 0 {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8, 10} {
		if m*power >= v {
			return m * power
		}
	}
	return 10 * power
}

// axes is a chart's frame.
type axes struct {
	b          strings.Builder
	maxX, maxY float64
}

func newAxes(name, description, beside string, maxX, maxY float64) *axes {
	a := &axes{maxX: max(maxX, 1), maxY: nice(max(maxY, 1))}
	fmt.Fprintf(&a.b, `<svg class="chart" viewBox="0 0 %g %g" role="img" aria-label="%s"><title>%[3]s</title><desc>%s</desc>`,
		chartWidth, chartHeight, template.HTMLEscapeString(name), template.HTMLEscapeString(description))
	for i := range 5 {
		part := float64(i) / 4
		y := a.y(part * a.maxY)
		fmt.Fprintf(&a.b, `<path class="grid" d="M%g %.1fH%g"/><text class="tick" x="%g" y="%.1f" text-anchor="end">%s</text>`,
			chartLeft, y, chartWidth-chartRight, chartLeft-6, y+4, text.Short(part*a.maxY))
		anchor := []string{"start", "middle", "middle", "middle", "end"}[i]
		fmt.Fprintf(&a.b, `<text class="tick" x="%.1f" y="%g" text-anchor="%s">%s</text>`, a.x(part*a.maxX), chartHeight-chartBottom+15, anchor, text.Short(math.Round(part*a.maxX)))
	}
	fmt.Fprintf(&a.b, `<text class="axis" x="%g" y="%g" text-anchor="middle">requests</text>`, chartLeft+chartInner/2, chartHeight-4)
	fmt.Fprintf(&a.b, `<text class="axis" transform="translate(11 %g) rotate(-90)" text-anchor="middle">%s</text>`, chartTop+chartTall/2, template.HTMLEscapeString(beside))
	return a
}

func (a *axes) x(v float64) float64 { return chartLeft + min(v/a.maxX, 1)*chartInner }
func (a *axes) y(v float64) float64 { return chartTop + (1-min(max(v/a.maxY, 0), 1))*chartTall }

// line draws the points that value knows, if any; a gap stays a gap.
func (a *axes) line(class string, points []storage.Point, value func(storage.Point) *float64) (drawn bool) {
	var d strings.Builder
	pen := "M"
	for _, p := range points {
		v := value(p)
		if v == nil {
			pen = "M"
			continue
		}
		fmt.Fprintf(&d, "%s%.1f %.1f", pen, a.x(float64(p.Requests)), a.y(*v))
		pen = "L"
	}
	if d.Len() > 0 {
		fmt.Fprintf(&a.b, `<path class="%s" d="%s"/>`, class, d.String())
	}
	return d.Len() > 0
}

func (a *axes) svg() template.HTML { return template.HTML(a.b.String() + "</svg>") }

// Course is a picture of a harvest, and what is in it beside the records held.
type Course struct {
	Picture                          template.HTML
	Estimate, Interval, Exact, Shown bool
}

// Coverage draws the records held over the requests, with what the estimate said then
// and the total that pages showed.
func Coverage(points []storage.Point, status storage.SiteStatus) (c Course) {
	if len(points) < 2 {
		return c
	}
	// How tall it is: what is held, and is believed now. What was believed at first may be
	// wild, and a total may be of something else.
	last := points[len(points)-1]
	now := float64(last.Records)
	if last.Size != nil {
		now = max(now, *last.Size)
		if last.High != nil {
			now = max(now, min(*last.High, 2**last.Size))
		}
	}
	most := now
	for _, p := range points {
		if most = max(most, float64(p.Records)); p.Size != nil {
			most = max(most, min(*p.Size, 2*now))
		}
	}
	shown := shownTotals(points)
	ceiling := nice(most * 1.05)
	a := newAxes("Records held over requests", fmt.Sprintf("%s records after %s requests", text.Count(last.Records), text.Count(last.Requests)),
		"records", float64(last.Requests), ceiling)
	var up, down strings.Builder
	pen := "M"
	for _, p := range points {
		if p.Low != nil && p.High != nil && *p.High > 0 {
			fmt.Fprintf(&up, "%s%.1f %.1f", pen, a.x(float64(p.Requests)), a.y(*p.High))
			pen = "L"
		}
	}
	for i := len(points) - 1; i >= 0; i-- {
		if p := points[i]; p.Low != nil && p.High != nil && *p.High > 0 {
			fmt.Fprintf(&down, "L%.1f %.1f", a.x(float64(p.Requests)), a.y(*p.Low))
		}
	}
	if c.Interval = up.Len() > 0; c.Interval {
		fmt.Fprintf(&a.b, `<path class="band" d="%s%sZ"/>`, up.String(), down.String())
	}
	whole := func(n int) *float64 { f := float64(n); return &f }
	c.Estimate = a.line("line estimate", points, func(p storage.Point) *float64 {
		if p.Size == nil || *p.Size == 0 {
			return nil
		}
		return p.Size
	})
	a.line("line held", points, func(p storage.Point) *float64 { return whole(p.Records) })
	c.Shown = a.line("line shown", points, func(p storage.Point) *float64 {
		if n := shown[p.Requests]; n > 0 && n <= ceiling {
			return &n
		}
		return nil
	})
	if c.Exact = status.Estimate != nil && status.Estimate.Exact; c.Exact {
		fmt.Fprintf(&a.b, `<path class="line total" d="M%g %.1fH%g"/>`, chartLeft, a.y(status.Estimate.Size), chartWidth-chartRight)
	}
	c.Picture = a.svg()
	return c
}

// shownTotals are the largest totals that answers had shown so far, by requests: so many
// records there are at least, where the totals are true. It is nil where none was shown.
func shownTotals(points []storage.Point) map[int]float64 {
	var most map[int]float64
	largest := 0
	for _, p := range points {
		if p.Total != nil {
			largest = max(largest, *p.Total)
		}
		if largest > 0 {
			if most == nil {
				most = map[int]float64{}
			}
			most[p.Requests] = float64(largest)
		}
	}
	return most
}

// Yield draws the new records a request over the requests.
func Yield(points []storage.Point) template.HTML {
	const bars = 60
	if len(points) < 3 {
		return ""
	}
	last := points[len(points)-1]
	width := max(1, (last.Requests+bars-1)/bars)
	found := make([]float64, (last.Requests+width-1)/width+1)
	for i := 1; i < len(points); i++ { // what came between two points is spread over what was spent
		a, b := points[i-1], points[i]
		each := float64(b.Records-a.Records) / float64(max(b.Requests-a.Requests, 1))
		for r := a.Requests; r < b.Requests; {
			until := min((r/width+1)*width, b.Requests)
			found[r/width] += each * float64(until-r)
			r = until
		}
	}
	most := 0.0
	for i := range found {
		found[i] /= float64(width)
		most = max(most, found[i])
	}
	a := newAxes("New records a request", fmt.Sprintf("at most %.1f", most), "new a request", float64(last.Requests), most)
	for i, v := range found {
		from, to := a.x(float64(i*width)), a.x(float64(min((i+1)*width, last.Requests)))
		if to > from {
			fmt.Fprintf(&a.b, `<rect class="bar" x="%.1f" y="%.1f" width="%.1f" height="%.1f"/>`, from+.5, a.y(v), max(to-from-1, .5), chartHeight-chartBottom-a.y(v))
		}
	}
	return a.svg()
}

// Interval draws what is held, and the estimate with its interval, on one line.
func Interval(s storage.SiteStatus) template.HTML {
	e := s.Estimate
	if e == nil || !e.Known() || e.High <= 0 {
		return ""
	}
	most := max(e.High, float64(s.Records), e.Size)
	x := func(v float64) float64 { return 1 + v/most*(sparkWidth-2) }
	label := fmt.Sprintf("%s held of %s, between %s and %s", text.Count(s.Records), text.Short(e.Size), text.Short(e.Low), text.Short(e.High))
	return template.HTML(fmt.Sprintf(`<svg class="spark" viewBox="0 0 %g %g" role="img" aria-label="%s"><rect class="trough" x="1" y="4" width="%g" height="6" rx="3"/>`+
		`<rect class="held" x="1" y="4" width="%.1f" height="6" rx="3"/><rect class="interval" x="%.1f" y="6" width="%.1f" height="2"/><path class="size" d="M%.1f 1v12"/></svg>`,
		sparkWidth, sparkHeight, template.HTMLEscapeString(label), sparkWidth-2, max(x(min(float64(e.Held), most))-1, 0), x(e.Low), max(x(e.High)-x(e.Low), 1), min(x(e.Size), sparkWidth-1)))
}

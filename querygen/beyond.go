package querygen

import (
	"fmt"
	"slices"

	"github.com/hadal-crawler/hadal/page"
)

// beyond returns how many records no question can bring, as far as totals tell,
// and why: those of parts that match more than can be read, and that no control
// divides further; and of how many of these it is not known. It is for when nothing is
// left to ask.
func (d *drilldown) beyond() (records, unknown int, why string) {
	parts := 0
	for _, n := range d.nodes {
		if n.q == nil || n.q.status == Empty && n.doubt < 1 || n.split != nil || len(n.used) > 0 || !d.overflows(n) || len(d.choices(n)) > 0 {
			continue
		}
		parts++
		switch m := d.f.matches(n.q); {
		case m > len(n.q.rows):
			records += m - len(n.q.rows)
		default:
			unknown++
		}
	}
	if parts == 0 {
		return 0, 0, ""
	}
	if d.alike.open {
		if why = d.inDoubt(); why != "" && unknown == parts {
			return 0, unknown, why
		}
	}
	why = fmt.Sprintf("%d parts match more than can be read and cannot be divided further", parts)
	if unknown > 0 {
		why += fmt.Sprintf("; of %d of them the number of matches is not known", unknown)
	}
	return records, unknown, why
}

// Presets returns the menus that every question kept at what the form as served chooses,
// though that selects a part of the records, and their values.
func (p *Planner) Presets() (out []page.Pair) {
	f := &p.facts
	if !f.restricted() {
		return nil
	}
	for i := range f.si.menus {
		m := &f.si.menus[i]
		value := presetValue(m.field)
		if !m.preset || f.si.presents(m) || f.standsForAll(m) {
			continue
		}
		varied := slices.ContainsFunc(f.asked, func(q *question) bool {
			return slices.ContainsFunc(q.query.Bind, func(b page.Pair) bool { return b.Name == m.field.Name && b.Value != value })
		})
		if !varied {
			out = append(out, page.Pair{Name: m.field.Name, Value: value})
		}
	}
	return out
}

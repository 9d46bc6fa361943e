package querygen

import "fmt"

// beyond returns how many records no question can bring, as far as totals tell,
// and why: those of parts that match more than can be read, and that no control
// divides further. It is for when nothing is left to ask.
func (d *drilldown) beyond() (records int, why string) {
	parts, unknown := 0, 0
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
		return 0, ""
	}
	why = fmt.Sprintf("%d parts match more than can be read and cannot be divided further", parts)
	if unknown > 0 {
		why += fmt.Sprintf("; of %d of them the number of matches is not known", unknown)
	}
	return records, why
}

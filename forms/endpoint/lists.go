package endpoint

import (
	"strconv"
	"strings"
)

// list is what in a JSON answer may hold records: an array of objects or of rows or,
// though it is none, an object: each member is one, called by its key, or each member
// is an array of what one column has.
type list struct {
	pointer  string
	keyed    bool // it is no array
	elements []element
}

// maxDeep bounds how deep in an answer such objects are looked for.
const maxDeep = 5

// keyMember is what the key of a record in an object is called among its members.
const keyMember = "key"

// allLists finds them, arrays first, in the order in which they stand.
func allLists(spans []jsonSpan) []list {
	var out []list
	pointers, elements := arrays(spans)
	for _, pointer := range pointers {
		out = append(out, list{pointer, false, elements[pointer]})
	}
	out = append(out, groupedLists(out, pointers)...)
	return append(out, objectLists(spans)...)
}

// anyOf stands in a pointer for each element of an array.
const anyOf = "*"

// groupedLists finds those that are parted over the elements of another array: each group
// has one of its own, in the same place.
func groupedLists(lists []list, arrays []string) []list {
	isArray := map[string]bool{}
	for _, pointer := range arrays {
		isArray[pointer] = true
	}
	var out []list
	groups := map[string]int{}
	for _, l := range lists {
		parts := strings.Split(l.pointer, "/")
		place := strings.Split(l.pointer, "/")
		for i := 1; i < len(parts)-1; i++ { // what stands right in an array is a row of it
			if isArray[strings.Join(parts[:i], "/")] {
				place[i] = anyOf
			}
		}
		pointer := strings.Join(place, "/")
		if pointer == l.pointer || len(l.elements) == 0 {
			continue
		}
		if groups[pointer] == 0 {
			out = append(out, list{pointer: pointer})
			groups[pointer] = len(out)
		}
		at := &out[groups[pointer]-1]
		at.elements = append(at.elements, l.elements...)
	}
	return out
}

// objectLists finds those that are no arrays. Package extract reads them by the same
// rules.
func objectLists(spans []jsonSpan) []list {
	var out []list
	for i, s := range spans {
		if s.kind != '{' || strings.Count(s.pointer, "/") > maxDeep {
			continue
		}
		end := i + 1
		for end < len(spans) && spans[end].lo < s.hi {
			end++
		}
		inside := spans[i+1 : end]
		if l := keyed(s, inside); len(l) > 0 {
			out = append(out, list{s.pointer, true, l})
		} else if l := columned(s, inside); len(l) > 0 {
			out = append(out, list{s.pointer, true, l})
		}
	}
	return out
}

// keyed reads an object as records by their keys: all members are objects, and what
// they are called are no names of one thing's parts, which have no digits and differ in
// what they hold.
func keyed(of jsonSpan, inside []jsonSpan) []element {
	var out []element
	digits, alike := true, true
	first := map[string]bool{}
	for _, s := range inside {
		path := strings.TrimPrefix(s.pointer, of.pointer)[1:]
		key, within, deeper := strings.Cut(path, "/")
		if !deeper {
			if s.kind != '{' {
				return nil
			}
			digits = digits && strings.ContainsAny(key, "0123456789")
			out = append(out, element{})
			continue
		}
		e := &out[len(out)-1]
		if s.kind == '{' || s.kind == '[' || s.kind == '0' || s.kind == 'b' {
			continue
		}
		if len(e.values) == 0 {
			e.values = append(e.values, jsonSpan{pointer: "/" + keyMember, kind: 's', text: unescapePointer.Replace(key)})
		}
		if name, _, _ := strings.Cut(within, "/"); len(out) == 1 {
			first[name] = true
		} else {
			alike = alike && first[name]
		}
		s.pointer = "/" + within
		e.values = append(e.values, s)
	}
	if !digits && !(alike && len(out) > 1) {
		return nil
	}
	return out
}

// columned reads an object as columns: of its members that hold several values, the most
// that hold as many, or have them under the same keys, if there are two; what indexes hold
// beside them (words and where they stand) is not looked at.
func columned(of jsonSpan, inside []jsonSpan) []element {
	type column struct {
		member string
		cells  []jsonSpan // values of each, in order
		starts []int      // of each in cells
	}
	alike := map[string][]column{}
	best := ""
	for i := 0; i < len(inside); {
		s := inside[i]
		i++
		if s.kind != '[' && s.kind != '{' {
			continue
		}
		c := column{member: strings.TrimPrefix(s.pointer, of.pointer)}
		var shape strings.Builder
		shape.WriteByte(s.kind)
		flat := true
		for ; i < len(inside) && inside[i].lo < s.hi; i++ {
			v := inside[i]
			key, within, deeper := strings.Cut(strings.TrimPrefix(v.pointer, s.pointer)[1:], "/")
			flat = flat && (s.kind == '{' || v.kind != '{' && v.kind != '[')
			if !deeper {
				c.starts = append(c.starts, len(c.cells))
				if s.kind == '{' {
					shape.WriteString("/" + key)
				}
			} else {
				within = "/" + within
			}
			if v.kind == 's' || v.kind == 'n' {
				v.pointer = c.member + within
				c.cells = append(c.cells, v)
			}
		}
		if n := len(c.starts); n == 0 || n < 2 && s.kind == '{' || !flat {
			continue
		}
		if s.kind == '[' {
			shape.WriteString(strconv.Itoa(len(c.starts)))
		}
		name := shape.String()
		alike[name] = append(alike[name], c)
		if best == "" || len(alike[name]) > len(alike[best]) {
			best = name
		}
	}
	columns := alike[best]
	if len(columns) < 2 {
		return nil
	}
	out := make([]element, len(columns[0].starts))
	for _, c := range columns {
		for n, from := range c.starts {
			to := len(c.cells)
			if n+1 < len(c.starts) {
				to = c.starts[n+1]
			}
			out[n].values = append(out[n].values, c.cells[from:to]...)
		}
	}
	return out
}

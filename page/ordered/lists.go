package ordered

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// Columned returns the rows of an object that has a member for each column: of the most
// members that hold as many values, or hold them under the same keys, if these are two. What
// indexes hold beside them (words and where they stand) is not looked at.
func (o *Object) Columned() []any {
	type column struct {
		name  string
		cells []any
	}
	alike := map[string][]column{}
	best := ""
	for i, name := range o.Names {
		shape, c := "", column{name: name}
		switch v := o.Values[i].(type) {
		case []any:
			if slices.ContainsFunc(v, func(cell any) bool {
				switch cell.(type) {
				case *Object, []any:
					return true
				}
				return false
			}) {
				continue
			}
			shape, c.cells = "["+strconv.Itoa(len(v)), v
		case *Object:
			shape, c.cells = "{/"+strings.Join(v.Names, "/"), v.Values
		}
		if n := len(c.cells); n == 0 || n < 2 && shape[0] == '{' {
			continue
		}
		alike[shape] = append(alike[shape], c)
		if best == "" || len(alike[shape]) > len(alike[best]) {
			best = shape
		}
	}
	if len(alike[best]) < 2 {
		return nil
	}
	var rows []any
	for k := range alike[best][0].cells {
		row := &Object{}
		for _, c := range alike[best] {
			row.Names, row.Values = append(row.Names, c.name), append(row.Values, c.cells[k])
		}
		rows = append(rows, row)
	}
	return rows
}

// keyMember is what the key of a record in an object is called among its members.
const keyMember = "key"

// ByKey returns the members of an object that are objects, each with its key for a member, and
// how many are something else.
func (o *Object) ByKey() (rows []any, others int) {
	for i, name := range o.Names {
		v, ok := o.Values[i].(*Object)
		if !ok {
			others++
			continue
		}
		row := &Object{slices.Clone(v.Names), slices.Clone(v.Values)}
		if v.Get(keyMember) == nil {
			row.Names, row.Values = append(row.Names, keyMember), append(row.Values, any(name))
		}
		rows = append(rows, row)
	}
	return rows, others
}

// keyed reads an object as records by their keys: what all its members are called are no
// names of one thing's parts, which have no digits and differ in what they hold.
func (o *Object) keyed() []any {
	rows, others := o.ByKey()
	if others > 0 || len(rows) == 0 {
		return nil
	}
	digits, alike := true, len(rows) > 1
	first := o.Values[0].(*Object)
	for i, name := range o.Names {
		digits = digits && strings.ContainsAny(name, "0123456789")
		of := o.Values[i].(*Object)
		for k, member := range of.Names {
			alike = alike && (!says(of.Values[k], false) || says(first.Get(member), false))
		}
	}
	if !digits && !alike {
		return nil
	}
	return rows
}

// says reports whether a value has a text or, unless letters are wanted, a number.
func says(v any, letters bool) bool {
	in := func(v any) bool { return says(v, letters) }
	switch v := v.(type) {
	case string:
		return true
	case json.Number:
		return !letters
	case []any:
		return slices.ContainsFunc(v, in)
	case *Object:
		return slices.ContainsFunc(v.Values, in)
	}
	return false
}

// List is what in JSON may hold records: an array of objects or of rows or, though it is
// none, an object: each member is one, called by its key, or each member is an array of what
// one column has.
type List struct {
	Pointer string // RFC 6901, with AnyOf for the elements of an array over which the list is parted
	Keyed   bool   // it is no array
	Rows    []any  // objects, and arrays of cells
}

// AnyOf stands in a pointer for each element of an array.
const AnyOf = "*"

// maxDeep bounds how deep objects are looked for that are lists.
const maxDeep = 5

var escapePointer = strings.NewReplacer("~", "~0", "/", "~1")

// Step returns what a pointer has for a member.
func Step(member string) string { return "/" + escapePointer.Replace(member) }

// Lists finds them: arrays, those parted over the elements of another array, and objects, of
// each kind in the order in which they stand.
func Lists(v any) []List {
	var arrays, parted, objects []List
	at := map[string]int{} // of parted
	var walk func(v any, pointer, above, name string, listed bool, deep int)
	walk = func(v any, pointer, above, name string, listed bool, deep int) { // above: pointer of what holds v, with AnyOf
		place, inside := above+name, above+name
		if listed {
			inside = above + "/" + AnyOf
		}
		switch v := v.(type) {
		case []any:
			rows := slices.DeleteFunc(slices.Clone(v), func(e any) bool {
				_, object := e.(*Object)
				_, row := e.([]any)
				return !object && !row
			})
			if len(rows) > 0 {
				if _, shape := rows[len(rows)-1].([]any); shape && !says(rows, true) {
					rows = nil // numbers in rows are a shape on a map, not a record
				}
			}
			if len(rows) > 0 {
				arrays = append(arrays, List{pointer, false, rows})
				if i, known := at[place]; place != pointer && known {
					parted[i].Rows = append(parted[i].Rows, rows...)
				} else if place != pointer {
					at[place] = len(parted)
					parted = append(parted, List{place, false, rows})
				}
			}
			for i, e := range v {
				index := "/" + strconv.Itoa(i)
				walk(e, pointer+index, inside, index, true, deep+1)
			}
		case *Object:
			if rows := v.keyed(); deep <= maxDeep && len(rows) > 0 {
				objects = append(objects, List{pointer, true, rows})
			} else if deep <= maxDeep {
				if rows := v.Columned(); len(rows) > 0 {
					objects = append(objects, List{pointer, true, rows})
				}
			}
			for i, member := range v.Names {
				member = Step(member)
				walk(v.Values[i], pointer+member, inside, member, false, deep+1)
			}
		}
	}
	walk(v, "", "", "", false, 0)
	return slices.Concat(arrays, parted, objects)
}

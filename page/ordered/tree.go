package ordered

import (
	"encoding/json"
	"errors"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Bounds of what is read as a tree. Where it has no room for all, lists end early, then all else.
const (
	maxTree  = 32 << 20 // bytes
	maxDepth = 64

	spare      = 0.1 // of the room, kept for what stands outside of lists behind: totals, the next page
	valueCost  = 64  // bytes of a value, in a slice that may be half empty
	objectCost = 400 // of an object, that may be a record
	memberCost = 200 // of a member of one, that may be a field
)

// Object is a JSON object with its members in order.
type Object struct {
	Names  []string
	Values []any
}

// Get returns the first member of a name, nil where there is none.
func (o *Object) Get(name string) any {
	if i := slices.Index(o.Names, name); i >= 0 {
		return o.Values[i]
	}
	return nil
}

// Tree reads a value with the order of members kept: objects are *Object, arrays []any, the
// rest as encoding/json has it with numbers as json.Number. cut is set where a part is left
// out, since all would take more than room bytes.
func Tree(text string, room int) (v any, cut, ok bool) {
	if len(text) > maxTree {
		return nil, false, false
	}
	r := treeReader{d: Reader(text), room: room, spare: int(spare * float64(room))}
	v, err := r.value(false)
	if err == nil {
		err = Ended(r.d)
	}
	if err != nil {
		return nil, false, false
	}
	return v, r.cut, true
}

// treeReader reads a value with a bound on what that takes.
type treeReader struct {
	d     *jsontext.Decoder
	room  int  // bytes
	spare int  // of room, not for what stands in lists
	cut   bool // something is left out
}

// take charges what is read; false where it has no room.
func (r *treeReader) take(cost int, listed bool) bool {
	if r.room < cost || listed && r.room < cost+r.spare {
		r.cut = true
		return false
	}
	r.room -= cost
	return true
}

var errTooDeep = errors.New("lists and objects too deep in one another")

// value reads a value. listed is set within lists.
func (r *treeReader) value(listed bool) (any, error) {
	if r.d.StackDepth() > maxDepth {
		return nil, errTooDeep
	}
	t, err := r.d.ReadToken()
	if err != nil {
		return nil, err
	}
	switch t.Kind() {
	case '[':
		list := []any{}
		err := r.within(']', func() error {
			if !r.take(valueCost, true) {
				return r.d.SkipValue()
			}
			v, err := r.value(true)
			list = append(list, v)
			return err
		})
		return list, err
	case '{':
		o := &Object{}
		r.take(objectCost, listed)
		err := r.within('}', func() error {
			t, err := r.d.ReadToken()
			if err != nil {
				return err
			}
			name := t.String()
			if !r.take(memberCost+2*len(name), listed) {
				return r.d.SkipValue()
			}
			v, err := r.value(listed)
			o.Names, o.Values = append(o.Names, name), append(o.Values, v)
			return err
		})
		return o, err
	case '"':
		if s := t.String(); r.take(3*len(s), listed) {
			return s, nil
		}
	case '0':
		return json.Number(t.String()), nil
	case 't', 'f':
		return t.Bool(), nil
	}
	return nil, nil
}

// within reads what stands before the end of a list or object, and that.
func (r *treeReader) within(end jsontext.Kind, one func() error) error {
	for r.d.PeekKind() != end {
		if err := one(); err != nil {
			return err
		}
	}
	_, err := r.d.ReadToken()
	return err
}

package facts

// missingTexts is how many texts must name a menu's value after the menu's name, before
// the others are taken to have none.
const missingTexts = 3

// Tells reports whether a record whose text does not have the value of a
// dimension can be taken to lack it.
func (t *Traits) Tells(dim int) bool {
	if t.dims[dim].Span != nil {
		s := &t.spans[dim]
		return s.reads() && s.best.after != ""
	}
	m := &t.menus[dim]
	return m.named >= missingTexts && m.named*10 >= m.saying*9 && m.wrong*9 <= m.right+9
}

// Has reports whether a record is known to have a value in a dimension.
func (t *Traits) Has(record uint32, dim int) bool {
	_, ok := t.Value(record, dim)
	return ok
}

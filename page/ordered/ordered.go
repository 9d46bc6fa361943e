// Package ordered reads JSON in the order in which it is written, which says what a
// site means: of an answer the first members are titles, and a request is sent back
// as its page wrote it. It takes what browsers take: names given twice, and bytes
// that are no UTF-8. encoding/json keeps neither the order of members nor the places
// of values, and its tokens take two to four times the time.
package ordered

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

var errNoObject = errors.New("not a JSON object")

// Reader returns the tokens of a text.
func Reader(text string) *jsontext.Decoder { return read(strings.NewReader(text)) }

func read(r io.Reader) *jsontext.Decoder {
	return jsontext.NewDecoder(r, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// Ended returns nil where nothing follows the value that was read.
func Ended(d *jsontext.Decoder) error {
	_, err := d.ReadToken()
	switch {
	case err == nil:
		return errors.New("more than one JSON value")
	case errors.Is(err, io.EOF):
		return nil
	}
	return err
}

// Members calls f with the members of an object in their order, values as they are
// written. It keeps none of them, and returns the first error.
func Members(object []byte, f func(name string, value jsontext.Value) error) error {
	d := read(bytes.NewBuffer(object))
	if t, err := d.ReadToken(); err != nil || t.Kind() != '{' {
		return errors.Join(errNoObject, err)
	}
	for d.PeekKind() != '}' {
		name, err := d.ReadToken()
		if err != nil {
			return err
		}
		s := name.String()
		value, err := d.ReadValue()
		if err != nil {
			return err
		}
		if err := f(s, value); err != nil {
			return err
		}
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	return Ended(d)
}

package page

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/fxamacker/cbor/v2"
)

// mostBinary bounds what is read so: a value of one byte takes some thirty.
const mostBinary = 2 << 20

// BinaryJSON returns as JSON what is in CBOR (RFC 8949), as scripts load it, perhaps behind a
// word by which a program knows its files; false where a body is something else. An array or
// object begins with a byte that no text begins with, nor has behind a letter.
func BinaryJSON(body []byte) (string, bool) {
	at := 0
	for at < min(len(body), 32) && body[at] < 0x80 {
		at++
	}
	if len(body) > mostBinary || at == len(body) || body[at] > 0xbf || !isCallee(string(body[:at])) {
		return "", false
	}
	read, err := cbor.DecOptions{DefaultMapType: reflect.TypeFor[map[string]any](), MaxArrayElements: mostBinary, MaxMapPairs: mostBinary}.DecMode()
	if err != nil {
		return "", false
	}
	var in any
	if read.Unmarshal(body[at:], &in) != nil {
		return "", false
	}
	var out strings.Builder
	err = json.NewEncoder(&out).Encode(in)
	return out.String(), err == nil
}

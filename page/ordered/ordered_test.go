package ordered

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

func TestMembersStandInOrder(t *testing.T) {
	for text, want := range map[string]string{
		`{"b": 1, "a": [2, "x"], "b": {"c": null}}`: `b=1 a=[2, "x"] b={"c": null}`,
		"{\"\xff\": \"\xff\"}":                      "\ufffd=\"\xff\"",
		` {} `:                                      "",
	} {
		var got []string
		err := Members([]byte(text), func(name string, value jsontext.Value) error {
			got = append(got, fmt.Sprintf("%s=%s", name, value))
			return nil
		})
		if s := strings.Join(got, " "); err != nil || s != want {
			t.Errorf("%s: %q, %v, want %q", text, s, err, want)
		}
	}
	stop := errors.New("stop")
	if err := Members([]byte(`{"a": 1}`), func(string, jsontext.Value) error { return stop }); !errors.Is(err, stop) {
		t.Error(err)
	}
}

func TestMembersOfNoObject(t *testing.T) {
	for _, text := range []string{"", "[1]", "null", `{"a"}`, `{"a":}`, `{"a": 1`, `{"a": 1]`, `{"a": 1} 2`, `{"a": 1,}`} {
		if err := Members([]byte(text), func(string, jsontext.Value) error { return nil }); err == nil {
			t.Errorf("%s is taken for an object", text)
		}
	}
}

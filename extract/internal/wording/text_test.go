package wording

import "testing"

func TestCollapse(t *testing.T) {
	for in, want := range map[string]string{
		"":                       "",
		" ":                      " ",
		"\n\t ":                  " ",
		"salt":                   "salt",
		"a b":                    "a b",
		"\n  the salt\r\n road ": " the salt road ",
		"a \u00a0\u2003b":        "a b",
		"\ufeffa\u200bb":         " a b",
		"größe  über\n":          "größe über ",
		"次へ\u3000 次":             "次へ 次",
		"a\x01b":                 "a\x01b",
	} {
		if got := Collapse(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

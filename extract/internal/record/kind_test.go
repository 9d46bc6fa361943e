package record

import (
	"testing"
)

func TestKind(t *testing.T) {
	for s, want := range map[string]string{
		"€ 12.50": "money", "1.234,00 EUR": "money", "$5": "money", "1,024": "number", "2024-05-06": "date", "6 May 2024": "date",
		"May 6, 2024": "date", "Mon, 05 Aug 2019 01:27:14 +0000": "date", "06.05.2024": "date", "https://a.example/x": "url", "12 bottles": "", "A-12": "", "Salt": "",
	} {
		if got, _ := KindOf(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

func TestCurrency(t *testing.T) {
	for value, want := range map[string]string{"€ 12": "EUR", "12 EUR": "EUR", "£3.50": "GBP", "$ 5": "$", "USD 5": "USD", "30 zł": "PLN", "99 kr": "kr", "12": "", "12 cats": "", "KR-11": "", "kr -11": "kr"} {
		if got := Typed("x", value).Currency; got != want {
			t.Errorf("%s: %q, want %q", value, got, want)
		}
	}
}

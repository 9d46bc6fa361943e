package querygen

import (
	"encoding/json"
	"math"
	"testing"
)

// What is not known is null in JSON, and old ledgers, which have 0, are read as unknown.
func TestEstimateJSON(t *testing.T) {
	for _, tt := range []struct {
		e    Estimate
		want string
	}{
		{Estimate{Held: 7, Method: "m"}, `{"held":7,"exact":false,"method":"m","size":null,"low":null,"high":null,"coverage":null}`},
		{Estimate{Held: 5, Size: 10, Low: 5, High: 20, Coverage: 0.5}, `{"held":5,"exact":false,"method":"","size":10,"low":5,"high":20,"coverage":0.5}`},
		{Estimate{Size: 10, Low: 5, High: math.Inf(1)}, `{"held":0,"exact":false,"method":"","size":10,"low":5,"high":null,"coverage":0}`},
	} {
		text, err := json.Marshal(tt.e)
		if err != nil || string(text) != tt.want {
			t.Errorf("%+v: %s, %v; want %s", tt.e, text, err, tt.want)
		}
	}
	for _, old := range []string{`{"held":3,"size":0,"low":0,"high":0,"coverage":0,"exact":false,"method":""}`, `{"held":3,"size":null,"low":null,"high":null,"coverage":null}`} {
		var e Estimate
		if err := json.Unmarshal([]byte(old), &e); err != nil || e.Known() || e.Held != 3 {
			t.Errorf("%s is read as %+v, %v", old, e, err)
		}
	}
}

// The bounds hold the size, whatever the last bit of a fraction is.
func TestBoundsHoldTheSize(t *testing.T) {
	third := 0.1 + 0.2 // a little more than 0.3
	e := Estimate{Held: 3, Size: 3, Low: 10 * third, High: 10 * 0.3 * (1 - 1e-16)}.Sound()
	if !(e.Low <= e.Size && e.Size <= e.High) {
		t.Errorf("%.17g is not from %.17g to %.17g", e.Size, e.Low, e.High)
	}
	if e := (Estimate{Held: 3, Low: 7}).Sound(); e.Low != 7 {
		t.Errorf("the least that is known became %v", e.Low)
	}
}

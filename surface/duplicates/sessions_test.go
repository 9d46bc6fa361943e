package duplicates

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// No address is passed over that has a value which could be a session's.
func TestMayHoldSession(t *testing.T) {
	pieces := []string{"/", "/", "?", "&", "=", ";", "a", "sid", "7", "articles", "1f2e3d4c", "x=y", "abc=1234567", "a/1234567"}
	rnd := rand.New(rand.NewPCG(8, 9))
	held := 0
	const runs = 20_000
	for range runs {
		var b strings.Builder
		b.WriteByte('/')
		for range rnd.IntN(9) {
			b.WriteString(pieces[rnd.IntN(len(pieces))])
		}
		may, has := mayHoldSession(b.String()), false
		for _, v := range values(parseAddress(b.String())) {
			has = has || len(v) >= sessionLength && scrambled(v)
		}
		if has && !may {
			t.Fatalf("%s has a value that could be a session's", b.String())
		}
		if may {
			held++
		}
	}
	if held == runs || mayHoldSession("/articles/2024-10-11-title?page=12") || !mayHoldSession("/1f2e3d4c/x") || !mayHoldSession("/x?s=1f2e3d4c") {
		t.Error("all may, or the wrong ones")
	}
}

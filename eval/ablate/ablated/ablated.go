// Package ablated is what instrumented code calls: for each mechanism that can be left out
// it notes whether the mechanism made a difference, and leaves one of them out at a time.
// Nothing but code that the program above rewrote calls it, so that it does nothing in a
// build of the tree as it stands.
//
// Two settings of the environment serve programs and tests that know nothing of it:
// HADAL_ABLATED is the mechanism that is left out, HADAL_FIRED a file that gets the number
// of each mechanism that made a difference.
package ablated

import (
	"fmt"
	"os"
	"reflect"
	"strconv"
	"sync/atomic"
)

// places is how many mechanisms are told apart.
const places = 1 << 14

var (
	out   = -1 // the mechanism that is left out, -1: none
	fired *[places]atomic.Bool
	calls atomic.Int64 // since Start
	most  = int64(endless)
	log   *os.File
)

const endless = 1 << 60

func init() {
	if n, err := strconv.Atoi(os.Getenv("HADAL_ABLATED")); err == nil {
		out = n
	}
	if name := os.Getenv("HADAL_FIRED"); name != "" {
		if f, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644); err == nil {
			log, fired = f, new([places]atomic.Bool)
		}
	}
}

// Endless is what is thrown where code with a mechanism left out does not come to an end.
type Endless struct{}

// Start begins a reading with one mechanism left out, -1 for none, that may call
// instrumented code so many times, 0 for without end.
func Start(mechanism, atMost int) {
	out, fired, most = mechanism, new([places]atomic.Bool), int64(atMost)
	calls.Store(0)
	if most == 0 {
		most = endless
	}
}

// Fired returns the mechanisms that made a difference since Start, and the calls of all.
func Fired() (map[int]bool, int) {
	all := map[int]bool{}
	for n := range fired {
		if fired[n].Load() {
			all[n] = true
		}
	}
	return all, int(calls.Load())
}

// differs notes that n makes a difference, and reports whether it is left out.
func differs(n int) bool {
	if fired != nil && !fired[n].Swap(true) && log != nil {
		fmt.Fprintln(log, n)
	}
	return out == n
}

func count() {
	if calls.Add(1) > most {
		panic(Endless{})
	}
}

// Yes is a condition that does not hold where n is left out.
func Yes(n int, is bool) bool {
	count()
	return is && !differs(n)
}

// No is a condition that holds where n is left out.
func No(n int, is bool) bool {
	count()
	return is || differs(n)
}

// Skip reports whether what follows is left out.
func Skip(n int) bool {
	count()
	return differs(n)
}

// Zero is a result, the zero value where n is left out.
func Zero[T any](n int, x T) T {
	count()
	v := reflect.ValueOf(&x).Elem()
	if v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0 || !differs(n) {
		return x
	}
	var zero T
	return zero
}

// Zeros is Zero of two results.
func Zeros[T, U any](n int) func(T, U) (T, U) {
	return func(x T, y U) (T, U) { return Zero(n, x), Zero(n, y) }
}

// Pass is a result, what was given where n is left out.
func Pass[T any](n int, x, given T) T {
	count()
	if same(reflect.ValueOf(&x).Elem(), reflect.ValueOf(&given).Elem()) || !differs(n) {
		return x
	}
	return given
}

// same reports whether two values are surely the same.
func same(a, b reflect.Value) bool {
	if a.Kind() == reflect.Slice {
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	}
	return a.Comparable() && b.Comparable() && a.Equal(b)
}

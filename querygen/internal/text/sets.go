package text

// Since returns what now has that had lacks; both ascend. Mostly that is its end.
func Since(had, now []uint32) []uint32 {
	if n := len(had); n == 0 || had[n-1] == now[n-1] {
		return now[n:]
	}
	return Without(now, had)
}

// Without returns what an ascending list has beside another.
func Without(a, b []uint32) []uint32 {
	var out []uint32
	for _, x := range a {
		for len(b) > 0 && b[0] < x {
			b = b[1:]
		}
		if len(b) == 0 || b[0] != x {
			out = append(out, x)
		}
	}
	return out
}

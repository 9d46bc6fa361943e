package text

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

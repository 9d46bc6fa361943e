package text

// Chance is Laplace's rule with one success beforehand.
func (t Tries) Chance() float64 { return float64(t.Found+1) / float64(t.Asked+1) }

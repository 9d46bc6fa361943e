package duplicates

// Sign returns the signature of a text that comes in one piece.
func Sign(text string) Signature {
	var s Signer
	s.Add(text)
	return s.Signature()
}

// Learned returns the rules that hold, the most useful first.
func (r *Rules) Learned() []Rule { return r.rules }

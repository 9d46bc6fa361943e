package text

import "math/rand/v2"

// Nonsense returns the i-th word that no record contains: letters drawn at
// random so that they can be spoken (some sites correct or refuse what looks
// like noise), of a length that differs between consecutive i. The final
// clusters are rare in every language that is written in Latin letters, so that
// a stemmer or a spelling correction does not turn the word into a real one.
func Nonsense(seed uint64, i int) string {
	r := rand.New(rand.NewPCG(seed, 0x6e6f6e73656e7365+uint64(i)))
	const consonants, vowels = "bdfgklmnprtvz", "aeiou"
	ends := []string{"vq", "zk", "wj", "qx", "xv"}
	var b []byte
	for range 4 + i%3 {
		b = append(b, consonants[r.IntN(len(consonants))], vowels[r.IntN(len(vowels))])
	}
	return string(b) + ends[r.IntN(len(ends))]
}

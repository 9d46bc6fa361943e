package webgraph

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// MadeUp returns a made-up topical web: pages of several topics and of none.
//
// Pages link to popular pages, to any pages, and more often than chance would
// have it to pages of their own topic (topical locality: Davison 2000). A tenth
// of a topic's pages is on no good terms with the rest: pages on the topic link
// to them only by way of pages that are off it. What a page says of its topic
// varies, so that a similar page does not always lead on.
func MadeUp(pages, topics int, seed uint64) []Page {
	rnd := rand.New(rand.NewPCG(seed, 0x70b1c))
	common := words(rnd, 3000)
	vocabulary := make([][]string, topics)
	for t := range vocabulary {
		vocabulary[t] = words(rnd, 60)
	}
	var (
		out    = make([]Page, pages)
		topic  = make([]int, pages) // -1: none
		member = make([][]int, topics)
		aside  = make([]bool, pages) // reached by way of others only
		others []int
	)
	for i := range out {
		topic[i] = -1
		if rnd.Float64() < 0.3 {
			t := rnd.IntN(topics)
			topic[i] = t
			if aside[i] = rnd.Float64() < 0.1; !aside[i] {
				member[t] = append(member[t], i)
			}
			out[i].Topics = []string{strings.Join(vocabulary[t][:3], " ")}
		} else {
			others = append(others, i)
		}
		out[i].URL = fmt.Sprintf("http://%s.example/%s/%d", common[rnd.IntN(pages/50+1)%len(common)], common[zipf(rnd, len(common))], i)
		out[i].Text = madeUpText(rnd, topic[i], vocabulary, common)
	}
	link := func(from, to int) {
		text := common[zipf(rnd, len(common))]
		if t := topic[to]; t >= 0 && rnd.Float64() < 0.4 {
			text += " " + vocabulary[t][zipf(rnd, len(vocabulary[t]))]
		}
		out[from].Links = append(out[from].Links, Anchor{out[to].URL, text})
	}
	for i := range out {
		t := topic[i]
		for range 3 + rnd.IntN(12) {
			switch r := rnd.Float64(); {
			case t >= 0 && r < 0.4 && len(member[t]) > 0:
				link(i, member[t][rnd.IntN(len(member[t]))])
			case r < 0.7 && len(others) > 0:
				link(i, others[zipf(rnd, len(others))])
			default:
				if to := rnd.IntN(pages); !aside[to] || t != topic[to] {
					link(i, to)
				}
			}
		}
	}
	return out
}

func madeUpText(rnd *rand.Rand, topic int, vocabulary [][]string, common []string) string {
	onTopic := 0.0
	if topic >= 0 {
		onTopic = 0.4 * rnd.Float64()
	} else if rnd.Float64() < 0.1 { // mentions one in passing
		topic, onTopic = rnd.IntN(len(vocabulary)), 0.1
	}
	var b strings.Builder
	for range 30 + rnd.IntN(60) {
		if rnd.Float64() < onTopic {
			b.WriteString(vocabulary[topic][zipf(rnd, len(vocabulary[topic]))])
		} else {
			b.WriteString(common[zipf(rnd, len(common))])
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// zipf draws a rank below n with a chance of about 1/rank.
func zipf(rnd *rand.Rand, n int) int {
	return min(int(math.Exp(rnd.Float64()*math.Log(float64(n)+1)))-1, n-1)
}

// words makes up n different words.
func words(rnd *rand.Rand, n int) []string {
	const consonants, vowels = "bdfgklmnprstvz", "aeiou"
	have := map[string]bool{}
	var out []string
	for len(out) < n {
		var b strings.Builder
		for range 2 + rnd.IntN(3) {
			b.WriteByte(consonants[rnd.IntN(len(consonants))])
			b.WriteByte(vowels[rnd.IntN(len(vowels))])
		}
		if w := b.String(); !have[w] {
			have[w] = true
			out = append(out, w)
		}
	}
	return out
}

// Package text knows words: how a text is split into them, which records held have
// which, what kinds of words there are, and how words are joined into the text of a query
// box. What the records held contain is kept here, as an inverted index of 64-bit and
// smaller numbers.
//
// It knows no form and no answer: that a word was asked is for its readers to say.
package text

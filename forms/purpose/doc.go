// Package purpose says what a form is for: search, login, order and others.
// Judges vote, each on one kind of evidence; the sum of their votes, corrected by
// weights that labelled forms gave, decides. It never reads or sends a form:
// whether one may be sent is for the guard of package forms.
//
//	purpose.go    the purposes, and how votes decide
//	evidence.go   what the judges look at
//	judges.go     the judges
//	structure.go  what the controls do together, and the judges of that
//	words.go      the words by which sites name purposes
//	weights.go    learned weights (weights.tsv; eval/forms learns them)
package purpose

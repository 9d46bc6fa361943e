// Package space is what a form can be asked: its query box, menus, pairs of bounds, dates,
// orders of answers and numbers of rows, and the regions of records that they can be bound
// to. SearchInterface is a form read in this way; a Region is a set of such choices, and a
// Dimension one way to divide it.
//
// It knows what can be asked, not what was: no question and no answer.
package space

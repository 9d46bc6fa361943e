// Package querygen is the vocabulary of asking: questions, outcomes, what an interface can
// do, and how much there is. What harvest, storage and the commands say of questions, they
// say with it. It decides nothing and stores nothing.
//
// Its rooms, from the lowest up; each knows those above it in this list only:
//
//	internal/statistics   textbook estimators
//	internal/text         words, and which records held have them
//	model                 a made-up site to try strategies on
//	internal/space        what a form can be asked
//	internal/facts        what all outcomes together have taught
//	internal/keyword      strategies that choose words
//	internal/baseline     strategies to compare them with
//	internal/divide       strategies that divide by menus and bounds
//	internal/estimate     how many records there are
//	plan                  the Planner, which joins them
package querygen

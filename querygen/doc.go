// Package querygen chooses the next question to ask a search interface, and
// tells how much is left.
//
// A Planner is a pure fold over outcomes: the same interface, options and
// outcomes give the same next question, on every machine. It knows strategies,
// value pools and estimators. It stores nothing, does no I/O, reads no clock
// and draws randomness only from its seed.
package querygen

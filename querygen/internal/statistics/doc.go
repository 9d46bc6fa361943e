// Package statistics has the textbook estimators that several rooms of querygen need:
// intervals of shares, numbers of what was never caught. It knows nothing of questions
// and records.
package statistics

// Package baseline has the strategies that others are compared with: the policies of the
// literature that look only at counts of words, a user's list, and chance.
package baseline

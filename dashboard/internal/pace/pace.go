// Package pace keeps whoever looks from slowing down the harvests that are looked at: what is
// read again and again is so for a small part of the time, and what moves is told to open
// pages as often as that allows.
package pace

import "time"

// Rest is how many times as long as something took it is not done again.
const Rest = 50

// Patience is how long a page waits for what it can do without.
const Patience = 25 * time.Millisecond

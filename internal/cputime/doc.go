// Package cputime tells how much processor time this process has used, for
// measurements that other work on the machine must not disturb.
package cputime

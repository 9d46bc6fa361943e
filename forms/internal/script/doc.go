// Package script reads the literal data in the scripts of a page, without running
// them. It never looks at what the data is for.
package script

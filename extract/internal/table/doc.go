// Package table takes the records of a region apart: rows of cells, columns
// that are the same from record to record, names and keys.
//
//	record     a region as a Table, and a Table as records
//	fields     the pieces of a record that read as one
//	labels     which of them are labels of which values
//	columns    what the records of an interface have in common
//	reader     rows read by columns that are known
//	common     what all records say alike, and so is not their name
//	cutshort   texts that are cut short, and where they stand whole
//	keys       what tells the records of a page apart
package table

// Package record is what a site's answer consists of: records and their
// typed fields, wherever they were read.
//
//	record   Record and Field
//	kind     numbers, money, dates, addresses: what kind a value is of
//	keys     what tells records apart by themselves
package record

// Package region finds where on a page the results are.
//
// It proposes runs of nodes as records, ranks them by what they look like and
// corrects the likeliest by what stands around it. What the records say it
// does not read: that is package table's; what the page says of them, package tally's.
//
//	groups, partition                 proposals: like siblings, what stands between separators, one path
//	markup                            what data for search engines tells of the records
//	rank, features                    which of them is likeliest, and why
//	best                              the choice, tidied; the lists beside it
//	trim, underheads                  what is no record among the records
//	outward                           records that are larger than they seem
//	kindred, several                  records elsewhere on the page
//	only                              a page with a single record
package region

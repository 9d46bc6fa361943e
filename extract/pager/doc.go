// Package pager finds the other pages of an answer: the next one, the one
// before, those by number, and the page's own knob for how many records it shows.
//
// It asks what a link says, where it leads and what stands beside it; what
// leads where records lead is none. It follows nothing.
//
//	pager                      Of: all that was found, by the ways below in their order
//	step                       Step, and where a wrapper says that the next page is
//	headlinks                  what the head of a page declares
//	pagermarks                 what names and arrows of links say
//	pagenumbers, sequence      links by number; by letters and years
//	buttons, scripts           buttons of forms, and scripts that send them
//	loadmore, operated         what only scripts fetch or operate
//	pagesizes                  the knob for the page size
//	family                     what tells links of records from those of pagers
package pager

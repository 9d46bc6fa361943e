// Package extract reads result pages: records, their fields, the pager, the
// total and whether anything was found at all.
//
// It knows repeated structure, the words of pagers and counts in many
// languages, and what a page that found nothing looks like on the site at
// hand. It stores nothing, does no I/O and never follows a link.
//
// What a page goes through, room by room, the first at the bottom:
//
//	pager              the way to the other pages of the answer
//	internal/table     the records of a region, taken apart into columns
//	internal/region    where the records are
//	internal/tally     how many of them the page says there are, or that there are none
//	internal/view      what a reader sees of the document
//	internal/record    records and typed fields
//	internal/phrases   what pagers say, by language
//	internal/wording   words, numbers, patterns
//
// And here, on top of them:
//
//	extract, read               what is read of a page, and the order in which
//	wrapper, learning           where an interface has its records, learned and applied
//	background, outline         what its pages have in common, and what tells two apart
//	empty, says, blocked        pages that are no answer
//	detail, ownpage             pages of single records
//	morecontrol                 the control that shows more
//	json, jsonpager, objects,   answers in JSON, feeds, data in scripts
//	pointed, structured
//
// What it promises, where that is guarded, and the test that fails without:
//
//	promise                                                | guard            | test
//	a link of a record, or like those of records, is no    | family.has       | TestPagersAndRecordsAreToldApart
//	  pager, whatever it says                              |                  |
//	a link to another page of the answer is no record      | pager.BareTarget | TestPagersAndRecordsAreToldApart
package extract

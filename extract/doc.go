// Package extract reads result pages: records, their fields, the pager, the
// total and whether anything was found at all.
//
// It knows repeated structure, the words of pagers and counts in many
// languages, and what a page that found nothing looks like on the site at
// hand. It stores nothing, does no I/O and never follows a link.
//
// What it promises, where that is guarded, and the test that fails without:
//
//	promise                                                | guard           | test
//	a link of a record, or like those of records, is no    | family.has      | TestPagersAndRecordsAreToldApart
//	  pager, whatever it says                              |                 |
//	a link to another page of the answer is no record      | view.bareTarget | TestPagersAndRecordsAreToldApart
package extract

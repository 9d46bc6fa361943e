// Package behind is direct mode: where a browser had to show the pages, the request by
// which the page's own script gets the records is learned from what the browser saw,
// verified record by record, and from then on sent without a browser.
//
// What is learned is in the profile (ledger.Profile.Endpoints). What the learning has seen
// so far is not kept: a run that resumes needs a further question by the browser. It
// decides nothing about questions, and never reads a page that a browser shows.
package behind

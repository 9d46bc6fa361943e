// Package endpoint knows the requests by which a page's own script asks for records.
//
// From what a browser saw being sent while questions were asked, Learn tells which
// request brings the records and what each part of it means: a control, a page, a cursor,
// a token. Endpoint.Fill makes the request for another question or page, which so needs no
// browser. It never returns one that may do more than read. The package stores nothing and
// does no I/O.
package endpoint

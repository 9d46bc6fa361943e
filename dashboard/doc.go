// Package dashboard is the web page of hadal serve: what is held and how harvests go, to
// look at; harvests, to start and end; what is believed about a site, to correct.
//
// It knows pages, their JSON and their addresses. It keeps nothing but a table in memory of
// the records that are looked at (table.go) and the log of what was started from here
// (package runs). It never touches the network or the database file itself: what it reads
// comes through Store, what it starts are ordinary hadal commands, and a correction is a
// site profile and its replay.
//
// What it promises, the guard, and the test that fails without it:
//
//	promise                                              | guard                 | test
//	another name for this machine gets nothing           | gate: Host            | TestForeignHostsAreRefused
//	another site's page changes nothing                  | gate: cross-origin    | TestPostsOfOtherSitesAreRefused
//	nothing is changed by GET                            | routes                | TestNothingIsChangedByGet
//	beyond loopback nobody reads without the token       | gate: token, New      | TestTokenIsNeeded, TestNoTokenBeyondLoopback
//	what sites wrote is text wherever it is shown        | html/template, tame   | TestHostileRecordsAreText
//	a kept page runs nothing and asks for nothing        | kept: frame, sandbox  | TestKeptPagesRunNothing,
//	                                                     |                       |   TestHostileRecordsInABrowser
//	nothing of a page comes from elsewhere               | gate: policy          | TestNothingComesFromElsewhere
//	a person's SQL reads, and nothing else               | storage: Select       | TestSQLOnlyReads, storage: TestSelectOnlyReads
//	no path leads to a file of the machine               | start: known targets, | TestPathsLeadNowhere
//	                                                     |   embedded assets     |
//	all that is shown is had as JSON                     | render                | TestEverythingIsJSON
//	a page stays below 200 KB                            | clip, rows a page     | TestPagesStaySmall
package dashboard

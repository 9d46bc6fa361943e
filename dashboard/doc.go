// Package dashboard is the web page of hadal serve: what is held and how harvests go, to
// look at; harvests, to start and end; what is believed about a site, to correct.
//
// Each page is a value of its own, in a file of its own, that has no more of the store than it
// needs; Server leads requests to them (server.go), past the gate (gate.go), and what they
// return is written as a page or as JSON (view.go, render.go). Below stand the rooms that know
// no requests: table (the records that are looked at, in memory), pace (who looks must not
// slow a harvest), correct (what a person says of a profile), inert (kept pages that do
// nothing), draw and text; package runs keeps what was started from here.
//
// It never touches the network or the database file itself: what it reads comes through Store,
// what it starts are ordinary hadal commands, and a correction is a site profile and its
// replay.
//
// What is asked for is checked first, as far as that takes no time: only then has an error a
// status of its own. What takes its time (view.find) is found while the head of the page is on
// its way, and an error of it is told in the page.
//
// What it promises, the guard, and the test that fails without it:
//
//	promise                                              | guard                 | test
//	another name for this machine gets nothing           | gate: Host            | TestForeignHostsAreRefused
//	another site's page changes nothing                  | server: cross-origin  | TestPostsOfOtherSitesAreRefused
//	nothing is changed by GET                            | routes                | TestNothingIsChangedByGet
//	beyond loopback nobody reads without the token       | gate: token, New      | TestTokenIsNeeded, TestNoTokenBeyondLoopback
//	what sites wrote is text wherever it is shown        | html/template, tame   | TestHostileRecordsAreText
//	a kept page runs nothing and asks for nothing        | inert, step.html      | TestKeptPagesRunNothing,
//	                                                     |                       |   TestHostileRecordsInABrowser
//	a click on a kept page leads to a choice only        | inert: links,         | TestPickedPagesLeadToChoicesOnly,
//	                                                     |   PickPolicy          |   TestHostileRecordsInABrowser
//	nothing of a page comes from elsewhere               | gate: policy          | TestNothingComesFromElsewhere
//	a person's SQL reads, and nothing else               | storage: Select       | TestSQLOnlyReads, storage: TestSelectOnlyReads
//	no path leads to a file of the machine               | start: known targets, | TestPathsLeadNowhere
//	                                                     |   embedded assets     |
//	all that is shown is had as JSON                     | render                | TestEverythingIsJSON
//	who looks hardly slows a harvest                     | pace: Hub, Rest       | TestOpenPagesLeaveTimeToHarvests
//	what a run says names no folder                      | runs: Shown           | runs: TestWhatRunsSayIsShown
//	a page that fails says so, whatever is sent already  | render, exports: whole | TestPagesThatFailSaySo,
//	                                                     |                       |   TestExportsThatFailAreBrokenOff
//	what takes long to compare is found behind the page  | history               | TestComparisonsGoOnBehindThePage
//	a page stays below 200 KB                            | clip, rows a page     | TestPagesStaySmall
package dashboard

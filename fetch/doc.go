// Package fetch is the only code of hadal that touches the network.
//
// Every request, form submissions and each redirect hop included, passes the
// same guards in this order: scope, robots.txt, host pacing, global ceiling,
// private-address guard (at connect time), limits of size, time and
// decompression. Pacing and back-off are kept per host in
// HostState, a value that the caller stores with each commit and gives back
// after a restart.
//
// It never waits long for a host: a request that may not be sent yet returns
// *LaterError, and the caller comes back (see Patient); a request that had to
// wait at a redirect goes on from there. It never retries by itself, never
// submits anything that its caller did not ask for, and never connects to a
// private address unless the user's own target is one.
//
// What it promises, what guards that, and the test that fails without the guard:
//
//	promise                                                    | guard                      | test
//	all that is sent is counted, to the one, in every mode     | Allowance, in await        | harvest: TestEveryRequestIsCounted, TestEveryPartIsCounted
//	a kill loses of the count what the page in flight took     | harvest/internal/budget: Budget.Fetch | harvest: TestWhatWasSentBeforeIsSaved
//	no more is sent than is allowed: parts beyond that fail,   | Allowance.take             | TestAllowance, harvest: TestEveryPartIsCounted
//	  and their page is not finished                           |                            |
//	what was given up before it left is not counted            | Allowance.giveBack, wire    | TestGivenUpCountsOnceItHasLeft
//	documents and what scripts ask for keep the delay; styles  | await, crawlDelay          | TestBurst
//	  and scripts may come together without a Crawl-delay      |                            |
//	what is fresh is not asked for again, in bounded memory    | browser.Kept               | browser: TestKeptFor, TestKeptProof, TestKeptIsBounded
//	waits end with the user's word, max-wait and max-duration, | harvest/internal/budget: Budget.wait, Budget.pay | harvest: TestWaitsAreBounded, TestDurationEndsWhatHangs
//	  and are told and saved when they are long                |                            |
//	what the site led to and a guard refused is told from what | RefusedError.Led, in fetch  | TestRedirectRefusals, TestRefreshIsFollowed
//	  was asked for                                            |                            |
//	pages that go on by themselves are followed as redirects,  | refreshed                  | TestRefreshIsFollowed
//	  under the same guards                                    |                            |
//	who turns us away is asked more slowly                     | slow, delay, TurnedAway    | TestTurnedAwaySlowsDown
//	who turns a third of the questions away is left            | harvest: turned            | harvest: TestEveryOtherAnswerIsABlock
//	Retry-After counts with any status                         | leave                      | TestRetryAfterWithAnyStatus
//	broken addresses do not open their host's circuit          | fail                       | TestBrokenAddressesAreNoBrokenHost
//	one request in flight to a host over all processes of a    | origins, hold              | TestProcessesTakeTurns, TestProcessesShareWishes,
//	  user, and its delay and wishes hold between them         |                            | TestNoPlaceForOrigins
//	a Crawl-delay holds for those who have not read it yet     | note                       | TestProcessesShareCrawlDelay
//	what the user has a site told goes to its origin alone,    | isOwn, identify, travel,   | TestAccessIsForOneOrigin, TestLoginIsNotLedElsewhere,
//	  and is in nothing that comes back or is stored           |   hidden, page.Private     |   TestHidden, hadal: TestSecretsAreNowhere
//	a password is tried once, the end of a session is told     | begin, loggedIn            | TestLogin, TestLoginThatIsNotTaken, TestLoginKeepsTheGuards
//	behind a proxy, too, what is private by its looks is left  | behindProxy                | TestProxy
//	a long wait within a shown page is told                    | browser: part, OnWait      | browser: TestGuest/long_waits, harvest: TestLongWaitsWithinAPageAreTold
package fetch

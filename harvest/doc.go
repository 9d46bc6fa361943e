// Package harvest is the conductor: it takes one site from its start URL to
// coverage, through survey (find the search interface), questions and answers.
//
// Its state is the ledger: the ordered steps of a harvest. Running is folding
// steps into a frontier and a planner, taking the step that they ask for, and
// committing it; resuming is replaying. It declares the Store and the Network
// that it needs. It never touches the network or a disk itself, and never
// submits a form that package forms does not let pass.
//
// Its rooms:
//
//	ledger             the vocabulary: steps, profile, stops, commits
//	survey             what visits showed: which search interface, what was left aside
//	internal/session   what all parts share: the site, and the only ways to ask, save and tell
//	internal/finding   looks for the search interface, and compares the ways to ask it
//	internal/answering puts one question to the form and reads what comes
//	internal/budget    what may be sent, what was sent, waits
//	internal/paging    the pages of answers, and how any of them is asked for
//	internal/behind    the requests behind pages that scripts draw
//	internal/manner    what about a page is odd, by what answers have in common
//	internal/evidence  how often what came, so that nothing is believed by chance
//	numbering          how addresses number pages
//	refresh            what to look at again, and when
//	drift              what changed between harvests
//
// What it promises, where that is guarded, and the test that fails without the guard:
//
//	promise | guard | test
//	an impossible question that is ignored or complained about teaches nothing | reader.impossible   | TestAbsurdNumbersTeachNothing
//	a form without a box is probed by its values, and its user is not asked for words | prober.starter, Barren.Choices | TestProbingFormsWithoutABox
//	an impossible choice that is ignored teaches nothing | heeded, Planner.Has | TestImpossibleChoicesShowTheEmptyPage
//	records listed where nothing was found stay records | Background.Beside, instead, extract dropKnown | TestPopularRecordsBesideNothingFound, TestWhatIsListedInsteadComes, extract: TestWhatIsListedBesideNothingIsNoTemplate
//	links on an empty page that lead where no record is are none | Evidence.Misplaced | TestNewsOnAnEmptyPageAreNoRecords
//	structured sites with empty pages in unseen words are held like those with familiar ones | Background of the impossible question, Background.Labels, labelsOf | TestStructuredSites, extract: TestAnEmptyAnswerRepeatsOtherLabels, answering: TestLabelsOf
//	a question that an empty page repeats is no denial, which others would lack | Background.Denying | extract: TestAnEmptyAnswerRepeatsOtherLabels
//
// What it promises of its end, what guards each, and the test that fails without:
//
//	promise                                           | guard          | test
//	a run that the site shows to lack much, or whose  |                |
//	search was never really asked, is Incomplete      | ending.judgeEnd| TestEndingHoldsWhatIsHeldAgainstWhatIsShown
//	so is one whose parts have more than can be read  | ending.lacking | TestPartsOutOfReachAreMissing
//	so is one that ends while cut parts are undivided,| tree.Undivided,| TestPartsThatWereNotDividedAreTold
//	be there a box that searches one column           | Planner.       |
//	                                                  | Undivided      |
//	after a refresh the whole data set is in sight    | storage spanOf | TestRefreshLeavesTheWholeInSight
//	what was left aside is told                       | ending.aside   | TestWhatIsLeftAsideIsTold
//	a choice before the search is varied, and a share | run.askAll,    | TestAChoiceBeforeTheSearchIsVaried
//	is claimed over all of it only                    | course.estimate|
//	one that changes nothing is not varied further    | course.idleChoice| TestAChoiceThatChangesNothingIsNotVaried
//	however it is made and kept, all records are had  | run.enter      | TestSitesWithAChoiceBeforeTheSearch
//	each search of a site is harvested, one that      | RunAll,        | TestSearchesOfASiteAreSources
//	repeats another is not                            | course.same    |
//	one that is sent by POST is told, and not sent    | Finder.choice  | TestAStepByPostIsTold
//	what is printed last and the exit status say what | ending.judgeEnd,| cmd/hadal
//	is true, whatever the site answered               | exit           |   TestPrintedEndOfHarvestsAtHostileSites
//	a box that filters the list of its page is not    | lookBeside,    | TestAFilterOfAListIsNotTheSearch
//	taken for the search, where one stands behind it; | Survey.Called, |
//	hardly any record of that is Incomplete           | idleOnly       |
//	a limit that is told as a total is none, and what | clipped,       | TestALimitThatIsToldAsATotal
//	only the tops of answers show is not estimated    | MayBeClipped,  |
//	                                                  | TopOnly        |
//	answers that claim records and show none are told | course.claims  | TestAnswersThatClaimRecordsAndShowNone
//	almost all is not written as all                  | show.Percent   | cmd/hadal TestPercentOfAlmostAll
//	the bounds of an estimate hold its size           | Estimate.Sound | querygen TestBoundsHoldTheSize
//	nothing is concluded from answers that showed     | facts.signs    | querygen/plan
//	nothing                                           |                |   TestNothingIsConcludedFromNothing
//	parts are not called read where the form as       | Drilldown.     | querygen/plan TestFailuresAreNoProof
//	served fails, or answers failed at first          |   nextOf, adopt|
//
// What it promises of answers, where the guard stands, and the test that fails without it:
//
//	promise                                                | guard                          | test
//	a page of another site, or one that lacks what all     | Sight.Foreign, onlyFrame            | hostile.TestAThirdWrong,
//	  answers have, brings no record                       |                                |   answering: TestOnlyFrame
//	a search that is sent to another site is asked only    | fetch.Client.inScope, Session.Own,  | TestASearchOnAnotherSite
//	  where that is a target; the end says so              |   apart.noAnswer                    |
//	an answer that comes late, for another question, is    | Sight.Foreign, Sight.KeepsAsked,    | TestAnswersThatComeLate,
//	  asked for again, and no answer ends before its total | Paging.Owes                         |   manner: TestPagerOfAnotherQuestion
//	a search that leads straight to a record has found     | reader.ownPage   (read, peek),      | TestASearchThatLeadsStraightToARecord
//	  that, and nothing else of its page                   | reader.ledOff                       |
//	a page that says that a question matches too much      | extract.TooMuch                | cmd/hadal TestTooMuchIsDivided
//	  refuses it, and says nothing of what is there        |                                |
//	a question that the server steadily calls wrong, while | reader.reject,   Question.Trial | TestSteadilyWrongQuestionsAreRefused
//	  it answers others, is refused: nothing is missing    |                                |
//	a search of a list that the form's page shows whole is | idle, Sight.Framed             | TestASearchOfWhatItsPageShows
//	  answered by a part of that                           |                                |
//	a page without records is empty only where it says so, | reader.read (silent), reader.readOut     | hostile.TestWrongFromSomeMomentOn
//	  on every page of an answer alike                     |                                |
//	a page in another encoding than the others, or with    | Sight.Foreign, Outline.Garbles,| hostile.TestAThirdWrong
//	  the list of another question, is no answer until it  | lists.Repeats, doubter.askTwice    |   TestAnAnswerThatBreaksOffIsAskedAgainAtOnce
//	  came again, and each answer that counts is the right |                                |
//	what the answer to nonsense taught is forgotten where  | doubter.mislearned                 | hostile.TestWrongLesson
//	  it was a wrong one                                   |                                |
//	a page that has nothing of what was asked is no answer | Sight.Unrelated, run.withdraw  | hostile.
//	  until it came again; one that later answers          |                                |   TestAThirdWrong
//	  contradict is taken back                             |                                |
//	what one that is taken back said is in no record       | run.amend (stray)              | hostile.TestWhatWasTakenBackIsInNoRecord
//	a page that is much like the answer is not the answer: | odd.was                        | evidence: TestThePageOfTheSameRecords-
//	  what made it odd is in the lines that differ         |                                |   IsNotTheSamePage
//	a list that lacks what other questions bring is not of | Listings.Against, reach.tells  | querygen/plan
//	  everything, whatever total it tells: it is divided,  | Drilldown.refresh              |   TestAListThatLacksWhatOthersBringIsDivided,
//	  by controls that were used up for that total, too    |                                |   hostile.TestDivisionsBeginAnew
//	menus do not decide each other by what was asked only  | Traits.Impossible              | hostile.TestDivisionsBeginAnew
//	so is one that shows no total as all others do         | Evidence.List (uncounted)      | hostile.TestSomeAnswersInARowAreWrong
//	so is a list that came for questions which were then   | Evidence.settled (strays)      | hostile.TestPopularRecordsAreNoAnswer,
//	  answered otherwise, for whatever it comes            |                                |   evidence: TestAListThatStraysIsNoAnswer
//	what the form's page says shows how the site writes,   | Manner.Beyond, Manner.Lang of  | hostile.TestSomeAnswersInARowAreWrong,
//	  and in which language, before the first answer       |   survey.Home                  |   TestTheFirstAnswerIsInAnotherLanguage
//	what the site leads nowhere failed; only what is asked | apart.noAnswer, details.fetch, | hostile.TestAThirdWrong,
//	  for is refused for good, where a guard forbids it    |   RefusedError.Led             |   TestPagesOfRecordsThatLeadNowhereFail,
//	                                                       |                                |   TestTheFirstQuestionIsLedToAnotherSite
//	a site of which no page comes ends a run after eight   | counts.Unreached               | evidence: TestNothingEverCame
//	  tries, whichever questions they were for             |                                |
//	a token that was sent before a crash is renewed, and   | Requests.Inherited             | TestATokenSentBeforeACrashIsRenewed
//	  its refusal is no block                              |                                |
//	a token that cannot be had now is no refusal           | noTokenError                   | TestATokenThatIsNotHadIsAskedForAgain
//	what the site has only accepted (202) is not empty     | reader.read                    | hostile.TestAThirdWrong
//	words whose vowels are marks are words                 | isSeed, manner.Words           | hostile.TestWordsWithMarks
//	what failed is asked again, in the next run, too       | run.due, run.askAgain          | hostile.TestTwoQuestionsNeverAnswered
//	a run whose questions were not answered says so        | run.due                        | hostile.TestTwoQuestionsNeverAnswered
//	texts that the site itself garbles are read            | Sight.Foreign                  | TestTextsThatAreGarbledOnTheSiteAreRead
//	a choice by which words find nothing is undone         | facts: widen                   | querygen/plan
//	                                                       |                                |   TestAChoiceThatFindsNothingIsUndone
//	a pager that does not page is noticed: what it leaves  | Paging.Deaf                    | TestAPagerThatDoesNotPage
//	  out is asked for by words, or told                   |                                |
//	a change of the site doubles no record                 | witness.sameCollection             | hostile.TestRedesign
package harvest

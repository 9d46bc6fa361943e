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
//	an impossible question that is ignored or complained about teaches nothing
//	    guard: reader.impossible
//	    test: TestAbsurdNumbersTeachNothing
//	a form without a box is probed by its values, and its user is not asked for words
//	    guard: prober.starter, ending.judgeEnd
//	    test: TestProbingFormsWithoutABox
//	an impossible choice that is ignored teaches nothing
//	    guard: heeded, Course.Has
//	    test: TestImpossibleChoicesShowTheEmptyPage
//	records listed where nothing was found stay records
//	    guard: Background.learn, instead, dropKnown
//	    test: TestPopularRecordsBesideNothingFound, TestWhatIsListedInsteadComes,
//	      TestWhatIsListedBesideNothingIsNoTemplate
//	links on an empty page that lead where no record is are none
//	    guard: lists.Misplaced
//	    test: TestNewsOnAnEmptyPageAreNoRecords
//	structured sites with empty pages in unseen words are held like those with familiar ones
//	    guard: harvest: labelsOf, Background.Denying
//	    test: TestStructuredSites, TestAnEmptyAnswerRepeatsOtherLabels, TestLabelsOf
//	what a page advises where it finds nothing, be it dressed as results, is no record
//	    guard: harvest: advice
//	    test: TestWhatIsAdvisedIsNoRecord
//	a question that an empty page repeats is no denial, which others would lack
//	    guard: Background.Denying
//	    test: TestAnEmptyAnswerRepeatsOtherLabels
//
// What it promises of its end, what guards each, and the test that fails without:
//
//	a run that the site shows to lack much, or whose search was never really asked, is
//	  Incomplete
//	    guard: ending.judgeEnd
//	    test: TestEndingHoldsWhatIsHeldAgainstWhatIsShown
//	so is one whose parts have more than can be read
//	    guard: ending.lacking
//	    test: TestPartsOutOfReachAreMissing
//	so is one of which every answer is cut after a row or a few
//	    guard: onePage.endAlike, Planner.estimate
//	    test: TestOneRowAQuestion
//	so is one that ends while cut parts are undivided, be there a box that searches one column
//	    guard: tree.Undivided, Planner.Undivided
//	    test: TestPartsThatWereNotDividedAreTold
//	after a refresh the whole data set is in sight
//	    guard: storage: spanOf
//	    test: TestRefreshLeavesTheWholeInSight
//	what was left aside is told
//	    guard: ending.aside
//	    test: TestWhatIsLeftAsideIsTold
//	a choice before the search is varied, and a share is claimed over all of it only
//	    guard: run.askAll, course.estimate
//	    test: TestAChoiceBeforeTheSearchIsVaried
//	one that changes nothing is not varied further
//	    guard: course.idleChoice
//	    test: TestAChoiceThatChangesNothingIsNotVaried
//	however it is made and kept, all records are had
//	    guard: run.enter
//	    test: TestSitesWithAChoiceBeforeTheSearch
//	a row of links is taken for the parts of a list only where two of them show records of
//	  their own
//	    guard: Finder.Parts
//	    test: TestRowsOfLinksToParts
//	each search of a site is harvested, one that repeats another is not
//	    guard: run.lookBeside, RunAll, course.same
//	    test: TestSearchesOfASiteAreSources
//	one that is sent by POST is told, and not sent
//	    guard: Finder.choice
//	    test: TestAStepByPostIsTold
//	what is printed last and the exit status say what is true, whatever the site answered
//	    guard: ending.judgeEnd, OfStop
//	    test: TestPrintedEndOfHarvestsAtHostileSites, TestExitStatus
//	a box that filters the list of its page is not taken for the search, where one stands behind
//	  it; hardly any record of that is Incomplete
//	    guard: ending.idleOnly
//	    test: TestAFilterOfAListIsNotTheSearch
//	a handful that is listed unasked is all there is only where a word of it finds it
//	    guard: ending.unproven
//	    test: TestEndingHoldsWhatIsHeldAgainstWhatIsShown
//	a limit that is told as a total is none, and what only the tops of answers show is not
//	  estimated
//	    guard: clipped.judge, Listings.MayBeClipped, Extent.TopOnly
//	    test: TestALimitThatIsToldAsATotal
//	where words are used up, what lies under the cuts of all words that it has is told
//	    guard: Missed.underCuts
//	    test: TestWhatLiesUnderCuts, TestWhatTopsAloneTellOf
//	that more is held than the list of everything has is told
//	    guard: Listings.Exceeded
//	    test: TestMoreIsHeldThanThereIs
//	answers that claim records and show none are told
//	    guard: unread
//	    test: TestAnswersThatClaimRecordsAndShowNone
//	answers that end alike, were never divided, and may be cut are told
//	    guard: Drilldown.Doubtful
//	    test: TestAllRecordsLieInOnePartOfARange
//	almost all is not written as all
//	    guard: Percent
//	    test: TestPercentOfAlmostAll
//	the bounds of an estimate hold its size
//	    guard: Estimate.Sound
//	    test: TestBoundsHoldTheSize
//	nothing is concluded from answers that showed nothing
//	    guard: querygen/internal/facts/signs.go: signs.add
//	    test: TestNothingIsConcludedFromNothing
//	parts are not called read where the form as served fails, or answers failed at first
//	    guard: agenda.nextOf, Drilldown.adopt
//	    test: TestFailuresAreNoProof
//
// What it promises of answers, where the guard stands, and the test that fails without it:
//
//	a page of another site, or one that lacks what all answers have, brings no record
//	    guard: Sight.Foreign, onlyFrame
//	    test: TestOnlyFrame, TestWhatWrongAnswersHid, TestAThirdWrong
//	a search that is sent to another site is asked only where that is a target; the end says so
//	    guard: Client.inScope, Session.Own, apart.noAnswer
//	    test: TestASearchOnAnotherSite
//	an answer that comes late, for another question, is asked for again, and no answer ends
//	  before its total
//	    guard: Sight.Foreign, Sight.KeepsAsked, Paging.Owes
//	    test: TestAnswersThatComeLate, TestPagerOfAnotherQuestion
//	a search that leads straight to a record has found that, and nothing else of its page
//	    guard: reader.ownPage, reader.ledOff
//	    test: TestASearchThatLeadsStraightToARecord
//	a page that says that a question matches too much refuses it, and says nothing of what is
//	  there
//	    guard: TooMuch
//	    test: TestTooMuchIsDivided
//	a question that the server steadily calls wrong, while it answers others, is refused:
//	  nothing is missing
//	    guard: reader.reject, Question.Trial
//	    test: TestSteadilyWrongQuestionsAreRefused
//	a search of a list that the form's page shows whole is answered by a part of that
//	    guard: idle
//	    test: TestASearchOfWhatItsPageShows
//	a page without records is empty only where it says so, on every page of an answer alike
//	    guard: sheet.silent, reader.readOut
//	    test: TestWrongFromSomeMomentOn, TestASilentPageEndsNoAnswer
//	a page in another encoding than the others, or with the list of another question, is no
//	  answer until it came again, and each answer that counts is the right
//	    guard: Sight.Foreign, Outline.Garbles, Evidence.Repeats, AtOnce
//	    test: TestAPageThatLostItsLetters, TestAnAnswerThatBreaksOffIsAskedAgainAtOnce,
//	      TestWhatWrongAnswersHid, TestAThirdWrong
//	where the site answers wrongly now and then, none is empty for a word that records held have, nor
//	  where the page before leads on, until it came often enough
//	    guard: reader.mustHave
//	    test: TestNothingIsEmptyWhereRecordsAre
//	that a list comes again for its own question vouches for no list of another one
//	    guard: Evidence.Repeats
//	    test: TestAListThatComesAgainVouchesForNoOther
//	the total of a list is none where the values of a menu, which share no records, have more
//	    guard: Listings.between, Listings.apart
//	    test: TestATotalThatPartsContradict
//	what the answer to nonsense taught is forgotten where it was a wrong one, and so is what was
//	  empty by it
//	    guard: doubter.mislearned, Evidence.Unsay
//	    test: TestWrongLesson, TestEmptyAnswersFallWithTheLesson, TestWhatWrongAnswersHid
//	a further page that repeats another one of its answer is asked for again; so is a list that half
//	  fits another question
//	    guard: Evidence.needed, Evidence.Repeats
//	    test: TestAFurtherPageThatRepeatsIsAskedForOnceMore, TestAListIsNoOtherPageOfAnotherQuestion
//	parts that end alike are divided though the list of everything leads on further
//	    guard: alike.longest, alike.cuts
//	    test: TestWhatWrongAnswersHid
//	a page that has nothing of what was asked is no answer until it came again; one that later
//	  answers contradict is taken back
//	    guard: Sight.Unrelated, run.withdraw
//	    test: TestWhatWrongAnswersHid, TestAThirdWrong
//	what one that is taken back said is in no record
//	    guard: run.amend
//	    test: TestWhatWasTakenBackIsInNoRecord
//	a page that is much like the answer is not the answer: what made it odd is in the lines that
//	  differ
//	    guard: odd.was
//	    test: TestThePageOfTheSameRecordsIsNotTheSamePage
//	a list that lacks what other questions bring is not of everything, whatever total it tells:
//	  it is divided, by controls that were used up for that total, too
//	    guard: Listings.Against, reach.tells, Drilldown.refresh
//	    test: TestAListThatLacksWhatOthersBringIsDivided, TestDivisionsBeginAnew
//	menus do not decide each other by what was asked only
//	    guard: Traits.Impossible
//	    test: TestDivisionsBeginAnew
//	so is one that shows no total as all others do
//	    guard: Evidence.List
//	    test: TestSomeAnswersInARowAreWrong
//	so is a list that came for questions which were then answered otherwise, for whatever it
//	  comes
//	    guard: Evidence.settled
//	    test: TestPopularRecordsAreNoAnswer, TestAListThatStraysIsNoAnswer
//	what the form's page says shows how the site writes, and in which language, before the first
//	  answer
//	    guard: Survey.AtHome, harvest: Lang
//	    test: TestSomeAnswersInARowAreWrong, TestTheFirstAnswerIsInAnotherLanguage
//	the form's own page means that nothing was found where it came three times for a question
//	  that nothing can match
//	    guard: Evidence.Nothing
//	    test: TestStructuredEdges
//	no empty answer is doubted while parts that are known to have records wait
//	    guard: agenda.doubted
//	    test: TestStructuredEdges
//	what the site leads nowhere failed; only what is asked for is refused for good, where a
//	  guard forbids it
//	    guard: apart.noAnswer, details.fetch
//	    test: TestPagesOfRecordsThatLeadNowhereFail, TestTheFirstQuestionIsLedToAnotherSite,
//	      TestAThirdWrong
//	a site of which no page comes ends a run after eight tries, whichever questions they were
//	  for
//	    guard: counts.Unreached
//	    test: TestNothingEverCame
//	a token that was sent before a crash is renewed, and its refusal is no block
//	    guard: Requests.request
//	    test: TestATokenSentBeforeACrashIsRenewed
//	the id of a session in addresses is renewed as the session ends, and in no key of a record
//	    guard: Session.LearnSession, Session.inSession, leftBy
//	    test: TestSessionsInAddresses
//	so is one that is a short number, wherever else that stands
//	    guard: mayBeID, takenOut
//	    test: TestStrangeSessions
//	a token whose page has ended with its session is had from the start page
//	    guard: Requests.renew, Form.Refresh
//	    test: TestStrangeSessions
//	a token that cannot be had now is no refusal
//	    guard: Requests.renew
//	    test: TestATokenThatIsNotHadIsAskedForAgain
//	a list, or a page without records, that is the answer to one question and then comes for others
//	  is that of none
//	    guard: Evidence.contestAll, Evidence.doubtSilent
//	    test: TestAListOfTwoQuestionsIsInDoubtForBoth, TestASilentPageThatComesElsewhereIsNoAnswer,
//	      TestWhatWrongAnswersHid
//	a part of two divisions whose question failed at first keeps neither waiting
//	    guard: tree.asks, Drilldown.Observe
//	    test: TestWhatWrongAnswersHid
//	as many records as the site says it has are not all while further answers may bring more
//	    guard: Listings.MayBeClipped
//	    test: TestWhatWrongAnswersHid
//	what the site has only accepted (202) is not empty
//	    guard: sheet.asWhole
//	    test: TestWhatWrongAnswersHid, TestAThirdWrong
//	words whose vowels are marks are words
//	    guard: isSeed
//	    test: TestWordsWithMarks
//	what failed is asked again, in the next run, too
//	    guard: run.due, run.askAgain
//	    test: TestTwoQuestionsNeverAnswered
//	what comes for a question in run after run is its answer, also where wrong ones come and go
//	    guard: harvest/internal/evidence: Evidence.hold
//	    test: TestWhatComesInEachRunIsTheAnswer
//	a run whose questions were not answered says so
//	    guard: run.due
//	    test: TestTwoQuestionsNeverAnswered
//	texts that the site itself garbles are read
//	    guard: Sight.Foreign
//	    test: TestTextsThatAreGarbledOnTheSiteAreRead
//	a choice by which words find nothing is undone
//	    guard: Log.widen
//	    test: TestAChoiceThatFindsNothingIsUndone
//	a pager that does not page, or leads back from its last page, is noticed: what it leaves out is
//	  asked for by words, or told
//	    guard: Paging.Deaf
//	    test: TestAPagerThatDoesNotPage
//	a record keeps its key whatever was asked, and whatever is learned later of what tells
//	  records apart
//	    guard: learner.keep, learner.learnUnsteady, Options.keyed, Keys.learn
//	    test: TestARecordHasOneKey, TestKeysAreStableOverQueries, TestKeysOfLinksThatLeadBack
//	of two links of a row, in whatever order, that of the record tells it apart
//	    guard: extract/internal/table: Table.mixed
//	    test: TestTwoLinksInEitherOrder
//	a list that comes whatever is asked is known to later runs, too
//	    guard: lists.Wander
//	    test: TestAListThatStraysIsNoAnswer
//	others of a few popular records that come each time that nothing is found answer nothing
//	    guard: maybeDrawn
//	    test: TestPopularRecordsChange
//	a change of the site doubles no record
//	    guard: witness.sameCollection
//	    test: TestRedesign
package harvest

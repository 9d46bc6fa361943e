// Package plan chooses the next question. A Planner folds outcomes into facts, lets its
// strategy propose, and tells how much there is. Auto joins the strategies: the form as
// served, menus and bounds, words.
//
// It stores nothing, does no I/O, reads no clock and draws randomness only from its seed:
// the same interface, options and outcomes give the same next question, on every machine.
//
// What it promises, where that is guarded, and the test that fails without the guard:
//
//	promise | guard | test
//	forms without a query box are asked an impossible question before they are divided | Planner.wonders, Impossible | TestImpossibleQuestions, TestImpossibleQuestionsAreAskedInTime
//	forms with menus only are asked for choices that no record has together | Drilldown.Together | harvest.TestImpossibleChoicesShowTheEmptyPage
//	an impossible question that was not taken for one is followed by another | Planner.wonders | TestImpossibleQuestionsAreAskedInTime
//	bounds stay within what records show, or one step beyond | stepBeyond, probingCut | TestBoundsDoNotWanderOff
//	questions that leave a required box empty are given up after few refusals | Facts.NeedsWord | TestMenusOfABoxThatMustBeFilled
//	cut answers to words are divided by menus | Crossed | TestMenusOfABoxThatMustBeFilled
//	exclusions by words that records do not show are given up | operators.learn, Empty | TestExclusionsByHiddenWords
//	answers that end alike at the greatest length are no proof before one was divided | Drilldown.Doubted, tryAlike | TestCutPartsAreNoProof
//	parts of the same length by chance are proven nevertheless | Drilldown.clearAlike | TestPartsAlikeByChanceAreProven
//	of words with more matches than are shown, all parts are asked | Crossed.promised | TestCutWordsAreDividedToTheEnd
//	words that every row has at the same place, and pieces of dates, are not asked | Facts.Searchable, Collection.Terms | TestWordsOfTheRowsAreNotAsked
//	values whose records others have brought are put aside, and all asked where one brings a new record | implications, Boxes.tried | TestImpliedValuesAreNotAsked, TestChanceImpliesNothing
//	questions that are never sent end | Planner.choose | TestUnsentQuestionsEnd
//
// What it promises of numbers, what guards each, and the test that fails without:
//
//	promise                                           | guard                                 | test
//	no bound is below what is held or a total that is |                                       |
//	believed (see believed.go)                        | Estimate.AtLeast, Facts.BelievedTotal | TestStatusOfHarvestsStoppedAtRandom
//	an interval holds the truth in nine of ten        | Facts.RecaptureWhole, Missed          | TestStatusOfHarvestsStoppedAtRandom
//	samples that agree on nothing are not certain     | Sampler.Told                          | TestSamplesOfSingleRecordsTellNothing
//	parts of the same few rows prove nothing          | alike.fewEach                         | harvest TestPartsOfTheSameFewRows
//	a total that all answers show is that of none     | oneTotal                              | harvest TestOneTotalOfEveryAnswer
//	what is cut and shown twice is out of reach once  | tree.Beyond                           | harvest TestOutOfReachIsCountedOnce
//	a part that never answered is not left out        | Facts.GivenUp                         | TestPartsThatNeverAnswerAreNotCounted
//	parts that were read to their end beat samples    | Drilldown.ProvenBy                    | TestStatusOfHarvestsStoppedAtRandom, harvest TestSizeOfPartsReadWhole
//	a box for one column tells nothing of the rest    | boxColumns.Partial                    | TestStatusOfHarvestsStoppedAtRandom
//	what is not known is null                         | Estimate.MarshalJSON                  | TestEstimateJSON
//	an empty page in front of an end that was only    |                                       |
//	supposed corrects it, and is not asked again      | numbering.turn                        | TestEmptyPageInFrontOfTheSupposedEnd
//	words of columns that a box does not search are   |                                       |
//	not taken to match                                | WordColumns                           | TestWordsOfColumnsThatAreNotSearched
//	no number is NaN or infinite                      | Estimate.Sound, Ask.Sound             | TestSamplesThatFindNothingAgain, TestNumbersAreNumbers
//	pages of one question alone end no harvest        | Planner.weigh                         | TestSinceNew
//	how many there are is known after few pages       | estimate.Missed                       | cmd/hadal TestStatusOfStoppedHarvests
//	what is counted ends a harvest with nearly all    | Missed.Enough                         | TestEnoughIsCounted
//	a corner of a collection is not enough            | Missed.Enough, Elsewhere.Next         | TestACornerIsNotEnough
//	a total that is shown is asked for                | Planner.enough                        | TestTotalsAreAskedFor
//	a target coverage ends no harvest short of it     | Estimate.Covers, Sampler.Told         | TestTargetCoverageIsMet
//	it is passed where nothing tells before, not by   |                                       |
//	far where something does                          | Planner.NextFor, Estimate.Narrow      | TestTargetCoverageIsMet
//
// make eval-status shows it for as many made-up harvests as are wanted.
package plan

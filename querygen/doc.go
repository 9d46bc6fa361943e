// Package querygen chooses the next question to ask a search interface, and
// tells how much is left.
//
// A Planner is a pure fold over outcomes: the same interface, options and
// outcomes give the same next question, on every machine. It knows strategies,
// value pools and estimators. It stores nothing, does no I/O, reads no clock
// and draws randomness only from its seed.
//
// What it promises, where that is guarded, and the test that fails without the guard:
//
//	promise | guard | test
//	forms without a query box are asked an impossible question before they are divided | Planner.wonders, impossible | TestImpossibleQuestions, TestImpossibleQuestionsAreAskedInTime
//	forms with menus only are asked for choices that no record has together | drilldown.together | harvest.TestImpossibleChoicesShowTheEmptyPage
//	an impossible question that was not taken for one is followed by another | Planner.wonders | TestImpossibleQuestionsAreAskedInTime
//	bounds stay within what records show, or one step beyond | stepBeyond, probingCut | TestBoundsDoNotWanderOff
//	questions that leave a required box empty are given up after few refusals | facts.needsWord | TestMenusOfABoxThatMustBeFilled
//	cut answers to words are divided by menus | crossed | TestMenusOfABoxThatMustBeFilled
//	exclusions by words that records do not show are given up | operators.learn, Empty | TestExclusionsByHiddenWords
//	answers that end alike at the greatest length are no proof before one was divided | drilldown.doubted, tryAlike | TestCutPartsAreNoProof
//	parts of the same length by chance are proven nevertheless | drilldown.clearAlike | TestPartsAlikeByChanceAreProven
//	of words with more matches than are shown, all parts are asked | crossed.promised | TestCutWordsAreDividedToTheEnd
//	words that every row has at the same place are not asked | furniture.has | TestWordsOfTheRowsAreNotAsked
//	questions that are never sent end | Planner.choose | TestUnsentQuestionsEnd
//
// What it promises of numbers, what guards each, and the test that fails without:
//
//	promise                                           | guard                                 | test
//	no bound is below what is held or a total that is |                                       |
//	believed (see believed.go)                        | Estimate.atLeast, facts.believedTotal | TestStatusOfHarvestsStoppedAtRandom
//	an interval holds the truth in nine of ten        | facts.recaptureWhole, sampler         | TestStatusOfHarvestsStoppedAtRandom
//	samples that agree on nothing are not certain     | sampler.told                          | TestSamplesOfSingleRecordsTellNothing
//	a part that never answered is not left out        | facts.givenUp                         | TestPartsThatNeverAnswerAreNotCounted
//	parts that were read to their end beat samples    | drilldown.proven                      | TestStatusOfHarvestsStoppedAtRandom
//	a box for one column tells nothing of the rest    | boxColumns.partial                    | TestStatusOfHarvestsStoppedAtRandom
//	what is not known is null                         | Estimate.MarshalJSON                  | TestEstimateJSON
//	an empty page in front of an end that was only    |                                       |
//	supposed corrects it, and is not asked again      | numbering.turn                        | TestEmptyPageInFrontOfTheSupposedEnd
//	words of columns that a box does not search are   |                                       |
//	not taken to match                                | wordColumns                           | TestWordsOfColumnsThatAreNotSearched
//	no number is NaN or infinite                      | Estimate.sound, Ask.sound             | TestSamplesThatFindNothingAgain, TestNumbersAreNumbers
//	pages of one question alone end no harvest        | Planner.weigh                         | TestSinceNew
//	how many there are is known after few pages       | Planner.NextFor                       | cmd/hadal TestStatusOfStoppedHarvests
//	a target coverage is met, not passed by far       | Estimate.Covers, Estimate.Narrow      | TestTargetCoverageIsMet
//
// make eval-status shows it for as many made-up harvests as are wanted.
package querygen

// Package deeds is the one judge of what a request, a form, a link or a press
// would do to a site: Judge says of an Act whether it reads (Harmless), may do
// more (Doubtful: refused, with the setting by which whoever may decide it can
// allow it) or does something (Deed: never, whatever anybody sets). Forms, the
// links of the survey and of locate, pages of single records, pagers, presses
// and the requests of scripts all ask it.
//
// It judges by what is known of an act: its method and whatever overrides that,
// the decoded address with its matrix parameters, names and values, hidden,
// preset and ticked values, the button that is pressed and those beside it, the
// labels and headings around it, a script's body and its GraphQL operation. Its
// words are data (words/*.txt, a file a language). It stores nothing, does no
// I/O, and what was put into a form is never taken for a command.
//
// What it promises, where that is guarded, and the test that fails without:
//
//	promise                                                     | guard                   | test
//	no address that says a deed is followed, however encoded    | Addresses.Deed          | TestAddresses
//	a title in an address is no deed                            | judgeName               | TestAddresses
//	no hidden, preset or chosen command is sent                 | Judging.commands        | TestFormsThatDoSomething
//	no button that says a deed is pressed, in any language      | Label, Judging.buttons  | TestFormsThatDoSomething
//	a form that can destroy is sent by its search button only   | Judging.buttons         | TestFormsThatCanDestroy
//	passwords, codes, cards and e-mail addresses are not filled | Takes                   | TestFormsThatDoSomething
//	  but in the login on the page that the settings name       | forms: LogIn            | forms: TestLogIn
//	everyday forms that do not search are not sent              | Judging.context, Label  | TestFormsThatDoSomething
//	another method than GET, HEAD, POST takes the user's word   | Judging.method          | TestMethods
//	a script's POST carries what was asked, and no mutation     | Judging.body            | TestScripts
//	one that did and brought records may come with nothing, too | Judging.body, Vouched   | TestVouched, endpoint: TestEndpointWithNothingAsked
//	a link's own words count, and those of what it runs         | Judging.says, handler   | TestLinksAndPresses
//	what visitors must confirm is doubtful in any language      | Judging.asks, Asks,     | TestWhatVisitorsMustConfirm, TestWhatAPressHasVisitorsConfirm,
//	                                                            | surface: harms          |   forms: TestFormsThatAskFirst, surface: TestHarms
//	an address that sends visitors on to a deed is one          | Addresses.turn          | TestAddresses
//	a command that the page has chosen is not sent              | commands, facets        | TestFormsThatDoSomething
//	a press that asks a server by itself is not tried out       | Judging.context         | TestLinksAndPresses
//	a link is judged by its dress, also in records              | Judging.Called          | harvest: TestNoRecordLinkThatDoesSomethingIsFollowed
//	a form that does not say that it searches may be anything   | Act.silent              | TestFormsThatSayNothing
//	what stands alike beside each record is left alone          | surface: dropOrders     | surface: TestOrdersBesideRecords
//	a menu that does not say that it leads to a part of what    | Act.browses, parts      | surface: TestNoDeedIsALink, TestMenusThatBrowse,
//	  there is is not followed, and not asked                   |                         |   harvest: TestAMenuThatSaysNothingIsTold
//	controls outside any form are operated where something says | Act.tellsApart, Lists   | TestWhatTellsThingsApart, forms: TestControlsBesideAList,
//	  that they tell things apart, and no command stands over   | commanding              |   forms: TestFirstSteps, forms: TestRefusePress,
//	  them                                                      |                         |   harvest: TestNoDeedArrivesFromOperating
//	a verb that is a noun in the page's language is none        | Act.meant, meant        | TestVerbsThatAreNounsElsewhere
//	what attributes have scripts send counts as its method      | MethodOf                | TestMethodOf, forms: TestFormsThatScriptsSend
//	what was asked is data, and searches stay                   | Act.Asked, commands     | TestFormsThatSearch
package deeds

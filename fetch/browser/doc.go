// Package browser shows pages in headless Chrome: a fetch.Fetcher for pages
// that need their scripts.
//
// Chrome is a guest without a network of its own. Each request that anything in
// it makes is held at the DevTools protocol; those of the page shown are judged
// here and sent by the same fetch.Client as every other request, so that scope,
// robots.txt, pacing, the private-address guard, size limits, cookies and the
// agent string are the same ones, and all others (popups, shared and service
// workers, what Chrome wants for itself) fail. What is not held there, such as a
// WebSocket, meets a wall: the only proxy that Chrome knows lets nothing
// through.
//
// The document itself is fetched before a browser is asked for, so that errors,
// redirects and pages that are no HTML cost no browser.
//
// Chrome is started when first needed, with one browsing context (cookies) and
// one tab a site, and is started anew after a number of pages or when it has
// died. A page costs at most its time limit.
//
// What a shown page may do, and what shows it:
//
//	promise | guard | test
//	before something is typed or chosen a page sends GET and HEAD only | judge (judge.go) | TestGuest/writes, TestNothingIsWritten
//	after that other methods carry what was asked and say no deed | asked.refuse, forms.ShownGuard.RefuseSend | forms.TestRefuseSend, TestGuest/writes
//	PUT, PATCH and DELETE are sent only where the user names them | forms.ShownGuard.Methods | forms.TestRefuseSend
//	a form whose buttons destroy is sent neither by Enter nor by a script | stage.pressKey, requests.known | forms.TestRefusePress, TestDangerousForms
//	what says what something shall be is not pressed to see where it leads | sets (stage/person.js) | TestExplore
//	what a press did that led nowhere is not done again | stage.Perform, survey: Place.stoodBefore, again | TestExplore, survey: TestAChoiceIsMadeOnce
//	a press is judged by the form and the headings around it | stage.clickHeld, describe (stage/person.js) | forms.TestRefusePress, TestDangerousForms
package browser

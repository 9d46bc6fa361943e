// Package stage takes the steps of a request on a page that a tab of Chrome
// shows: it types, chooses, presses, scrolls and explores as a person would, and
// waits after each step until the page is at rest.
//
// It finds and reads what is on the page by person.js, in a world of its own that
// the page's scripts cannot see. It sends nothing: what the page asks for because
// of a step is the business of whoever shows it (Page), and what is pressed at all
// that of a Judge.
//
//	world.go    evaluates scripts in the page
//	stage.go    finds elements, waits for rest
//	press.go    the mouse
//	steps.go    the keyboard, and lists
//	drag.go     sliders that the mouse drags
//	calendar.go calendars, and the days in them
//	more.go     what follows, shown
//	explore.go  where controls lead
//	perform.go  takes the steps in order
package stage

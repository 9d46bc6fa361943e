// Package view is what a reader sees of a document: visible elements and
// texts in document order, where links lead, which parts are menus and
// forms, and counts over any run of nodes.
//
// It knows no records and no pagers. What the rooms above work out of a page
// again and again, each keeps there for itself: see Kept.
//
//	view         Page, Node, Span, and how a page is made
//	traits       what an element is by its name
//	zone         parts that seldom hold results
//	sums         counts over the nodes, and profiles of them
//	text         what a reader sees of a run of nodes
//	attributes   what is hidden; attributes and class names
//	classes      what an element is called, and selectors of it
//	heldback     hidden parts that are shown on demand
package view

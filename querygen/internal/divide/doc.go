// Package divide asks structured forms: what one answer cannot show is divided by menus
// and bounds until each part fits under the result limit.
//
// Its rooms:
//
//	drilldown, trial, impossible    what is asked next: the conductor of those below
//	agenda                          what can be done about each part, by what it promises
//	division                        the parts of a division one after another, and what is left
//	tree, unread, beyond            what was asked and read whole, and what no question can bring
//	ways, cuts, prices              the ways to divide a part, and the pages that each wastes
//	hiding                          what empty answers hide
//	reach, alike                    how much of a part its answer can show
//	controls, depend                what questions can bind
//	node                            a part, and its division
//
// Each knows those below it. Beside them:
//
//	crossed, nested                   words and lone bounds crossed with menus
//	boxes                             text boxes that want something in particular
//	implied                           values whose records others bring
//	correlated                        values by how much they depend on those asked
package divide

// Package eval is the roof over what measures hadal and does not harvest. Nothing of the
// product imports what stands here, but the command, whose simulations replay crawls.
//
//	extract, forms, robots   how well labelled pages, forms and rules are understood
//	ablate                   what each rule of extract and forms is worth there
//	golden                   what is asked and read stays the same while code moves
//	simulate                 strategies compared on interfaces over known records
//	queries.sh, site.sh      what the strategies cost, on corpora and on an application
//	webgraph                 crawls replayed over webs that are known as a whole
//	scripts                  sites that scripts drive, beside twins that need none
//	bench-surface, atonce    what crawling costs; the memory of many harvests at once
//	machines, fleet          how much more workers help; the same by a virtual clock
//	rooms                    how the module is built inside
//
// Each is run by a target of the Makefile, which says what it needs.
package eval

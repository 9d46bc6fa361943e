// Package divide asks structured forms: what one answer cannot show is divided by menus
// and bounds until each part fits under the result limit.
//
// Its rooms:
//
//	drilldown, divide, cuts, agenda   the tree of parts and which is divided next
//	reach, missing, hiding            how many records a part may show, lacks or hides
//	alike, unread, beyond             what is proven, and what no question can bring
//	crossed, nested                   words and lone bounds crossed with menus
//	boxes                             text boxes that want something in particular
//	correlated                        values by how much they depend on those asked
package divide

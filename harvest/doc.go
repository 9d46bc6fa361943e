// Package harvest is the conductor: it takes one site from its start URL to
// coverage, through survey (find the search interface), questions and answers.
//
// Its state is the ledger: the ordered steps of a harvest. Running is folding
// steps into a frontier and a planner, taking the step that they ask for, and
// committing it; resuming is replaying. It declares the Store and the Network
// that it needs. It never touches the network or a disk itself, and never
// submits a form that package forms does not let pass.
package harvest

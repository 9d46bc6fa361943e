// Package cluster harvests with many machines into one database, over NATS JetStream.
//
// A Coordinator owns the store and hands out sites; a Worker harvests those that it is
// handed, with a harvest.Store (Store) that sends each commit to the coordinator; a Client
// submits sites. The store is the truth. JetStream only says which sites are worth asking
// for: what it loses is put in again from the store, and costs time only.
//
// A site is at one worker at a time, by a lease with an epoch (storage.Lease). Each commit is
// a request that the coordinator answers after its transaction, in which the epoch was held
// against the valid one: an old epoch changes nothing, and its worker drops the site. Each
// request to a site ends before the lease of its worker does, and no lease is given before
// the one before has ended: so none is in flight twice, however the network is cut.
//
// It decides nothing about questions, never reads a page, and keeps no settings: those of a
// site, with their secrets, come from whoever puts the cluster together (Jobs), and go sealed
// to the worker that has the lease. It holds nothing that is not also in the store, but who was
// heard of, and who asks at which address.
package cluster

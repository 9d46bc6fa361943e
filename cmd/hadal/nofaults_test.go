//go:build !(linux && (amd64 || arm64))

package main

func mainWithFaults() { main() }

func brokerMain() { panic("brokers are tortured on Linux alone") }

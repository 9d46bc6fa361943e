package dashboard

import (
	"context"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics are what those who run many harvests watch, in the text format of Prometheus.
func metrics(s sites) http.Handler {
	registry := prometheus.NewRegistry() // our own: a global one would be shared with whatever else is in the program
	registry.MustRegister(newCollector(s))
	return promhttp.HandlerFor(registry, promhttp.HandlerOpts{})
}

type collector struct {
	sites
	site  map[string]*prometheus.Desc
	going *prometheus.Desc
}

// siteMetrics are the metrics of each site.
var siteMetrics = map[string]string{
	"records":           "Records held, of all harvests.",
	"records_estimated": "Records there, as estimated; absent where unknown.",
	"coverage_ratio":    "Share of them that is held; absent where unknown.",
	"requests":          "Requests of the latest harvest.",
	"queries":           "Questions of the latest harvest.",
	"rate":              "New records a request over the last hundred requests.",
	"harvests":          "Harvests begun so far.",
	"running":           "1 while a process harvests the site.",
	"warning":           "1 where something is to be done.",
	"last_step_seconds": "Time of the latest step, since 1970.",
	"wait_seconds":      "Time until the next request is allowed.",
}

func newCollector(s sites) collector {
	c := collector{s, map[string]*prometheus.Desc{}, prometheus.NewDesc("hadal_runs", "Runs started from the pages, that go on.", nil, nil)}
	for name, help := range siteMetrics {
		c.site[name] = prometheus.NewDesc("hadal_site_"+name, help, []string{"site"}, nil)
	}
	return c
}

// Describe implements prometheus.Collector.
func (c collector) Describe(out chan<- *prometheus.Desc) {
	for _, d := range c.site {
		out <- d
	}
	out <- c.going
}

// Collect implements prometheus.Collector.
func (c collector) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	all, err := c.Sites(ctx)
	if err != nil {
		out <- prometheus.NewInvalidMetric(c.going, err)
		return
	}
	for _, of := range all {
		st := c.standing(of)
		one := func(name string, v float64) {
			out <- prometheus.MustNewConstMetric(c.site[name], prometheus.GaugeValue, v, of.Name)
		}
		bit := func(b bool) float64 {
			if b {
				return 1
			}
			return 0
		}
		one("records", float64(of.Records))
		one("requests", float64(of.Requests))
		one("queries", float64(of.Queries))
		one("rate", of.RecentRate)
		one("harvests", float64(of.Harvests))
		one("running", bit(st.going()))
		one("warning", bit(st.Warning))
		one("wait_seconds", max(0, time.Until(of.NextAt).Seconds()))
		if !of.LastAt.IsZero() {
			one("last_step_seconds", float64(of.LastAt.Unix()))
		}
		if of.Estimate != nil && of.Estimate.Known() {
			one("records_estimated", of.Estimate.Size)
			one("coverage_ratio", of.Estimate.Coverage)
		}
	}
	out <- prometheus.MustNewConstMetric(c.going, prometheus.GaugeValue, float64(len(c.sites.going())))
}

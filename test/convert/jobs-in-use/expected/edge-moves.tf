# Delete this file after the first apply.

# What exists at the service moves to the new resources, as it is.

moved {
  from = cloudflare_logpush_job.audit
  to   = edge_logpush_job.audit
}

moved {
  from = cloudflare_logpush_job.audit_options
  to   = edge_logpush_job.audit_options
}

moved {
  from = cloudflare_logpush_job.defaults
  to   = edge_logpush_job.defaults
}

moved {
  from = cloudflare_logpush_job.filtered
  to   = edge_logpush_job.filtered
}

moved {
  from = cloudflare_logpush_job.loki
  to   = edge_logpush_job.loki
}

moved {
  from = cloudflare_logpush_job.workers
  to   = edge_logpush_job.workers
}

moved {
  from = cloudflare_logpush_job.sampled
  to   = edge_logpush_job.sampled
}

moved {
  from = cloudflare_logpush_job.wide
  to   = edge_logpush_job.wide
}

moved {
  from = cloudflare_logpush_job.splunk
  to   = edge_logpush_job.splunk
}

moved {
  from = cloudflare_logpush_job.traces
  to   = edge_logpush_job.traces
}

moved {
  from = cloudflare_logpush_job.later
  to   = edge_logpush_job.later
}

moved {
  from = cloudflare_logpush_job.google
  to   = edge_logpush_job.google
}

moved {
  from = cloudflare_logpush_job.newrelic
  to   = edge_logpush_job.newrelic
}

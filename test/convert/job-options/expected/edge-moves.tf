# Delete this file after the first apply.

# What exists at the service moves to the new resources, as it is.

moved {
  from = cloudflare_logpush_job.literal
  to   = edge_logpush_job.literal
}

moved {
  from = cloudflare_logpush_job.csv
  to   = edge_logpush_job.csv
}

moved {
  from = cloudflare_logpush_job.members
  to   = edge_logpush_job.members
}

moved {
  from = cloudflare_logpush_job.whole
  to   = edge_logpush_job.whole
}

moved {
  from = cloudflare_logpush_job.both
  to   = edge_logpush_job.both
}

moved {
  from = cloudflare_logpush_job.preferred
  to   = edge_logpush_job.preferred
}

moved {
  from = cloudflare_logpush_job.pull
  to   = edge_logpush_job.pull
}

moved {
  from = cloudflare_logpush_job.dynamic
  to   = edge_logpush_job.dynamic
}

# Delete this file after the first apply.

# What exists at the service moves to the new resources, as it is.

moved {
  from = cloudflare_logpush_job.first
  to   = edge_logpush_job.first
}

moved {
  from = cloudflare_logpush_job.lines
  to   = edge_logpush_job.lines
}

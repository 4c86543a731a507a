# Delete this file after the first apply.

# What exists at the service moves to the new resources, as it is.

moved {
  from = cloudflare_logpush_job.this
  to   = edge_logpush_job.this
}

moved {
  from = cloudflare_logpush_job.literal
  to   = edge_logpush_job.literal
}

# Delete this file after the first apply.

# What exists at the service moves to the new resources, as it is.

moved {
  from = cloudflare_logpush_job.account
  to   = edge_logpush_job.account
}

moved {
  from = cloudflare_logpush_job.commented
  to   = edge_logpush_job.commented
}

moved {
  from = cloudflare_logpush_job.fields
  to   = edge_logpush_job.fields
}

moved {
  from = cloudflare_logpush_job.options
  to   = edge_logpush_job.options
}

moved {
  from = cloudflare_logpush_job.given
  to   = edge_logpush_job.given
}

# Delete this file after the first apply.

# What exists at the service moves to the new resources, as it is.

moved {
  from = cloudflare_logpush_job.sumo
  to   = edge_logpush_job.sumo
}

moved {
  from = cloudflare_logpush_job.variable
  to   = edge_logpush_job.variable
}

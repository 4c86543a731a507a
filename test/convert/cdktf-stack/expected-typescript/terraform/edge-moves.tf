# Delete this file after the first apply.

# What exists at the service moves to the new resources, as it is.

moved {
  from = cloudflare_logpush_job.logs_errors_8A9801DF
  to   = edge_logpush_job.logs_errors
}

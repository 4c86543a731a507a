# Delete this file after the first apply.

# What exists at the service moves to the new resources, as it is.

moved {
  from = cloudflare_logpush_job.variable
  to   = edge_logpush_job.variable
}

moved {
  from = cloudflare_logpush_job.local
  to   = edge_logpush_job.local
}

moved {
  from = cloudflare_logpush_job.header
  to   = edge_logpush_job.header
}

moved {
  from = cloudflare_logpush_job.heredoc
  to   = edge_logpush_job.heredoc
}

moved {
  from = cloudflare_logpush_job.lake
  to   = edge_logpush_job.lake
}

moved {
  from = cloudflare_logpush_job.literal
  to   = edge_logpush_job.literal
}

moved {
  from = cloudflare_logpush_job.choice
  to   = edge_logpush_job.choice
}

moved {
  from = cloudflare_logpush_job.keyed
  to   = edge_logpush_job.keyed
}

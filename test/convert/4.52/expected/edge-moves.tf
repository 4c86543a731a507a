# Delete this file after the first apply.

# What exists at the service moves to the new resources, as it is.

moved {
  from = cloudflare_ruleset.log_fields
  to   = edge_custom_fields_ruleset.log_fields
}

moved {
  from = cloudflare_logpush_job.errors
  to   = edge_logpush_job.errors
}

moved {
  from = cloudflare_logpush_job.requests
  to   = edge_logpush_job.requests
}

moved {
  from = cloudflare_logpush_job.firewall
  to   = edge_logpush_job.firewall
}

moved {
  from = cloudflare_notification_policy.pools
  to   = edge_pool_notification_policy.pools
}

# Delete this file after the first apply.

# What exists at the service moves to the new resources, as it is.

moved {
  from = cloudflare_logpush_job.errors
  to   = edge_logpush_job.errors
}

moved {
  from = cloudflare_logpush_job.größe
  to   = edge_logpush_job.gr__e
}

moved {
  from = cloudflare_logpush_job.Default
  to   = edge_logpush_job.Default
}

moved {
  from = cloudflare_logpush_job.logs
  to   = edge_logpush_job.logs
}

moved {
  from = cloudflare_logpush_job.constructor
  to   = edge_logpush_job.constructor
}

moved {
  from = cloudflare_logpush_job.lost
  to   = edge_logpush_job.lost
}

moved {
  from = cloudflare_logpush_job.acknowledge_waf_migration
  to   = edge_logpush_job.acknowledge_waf_migration
}

# The state forgets the old resources. Nothing at the service is deleted or reset.

removed {
  from = cloudflare_waf_group.logs

  lifecycle {
    destroy = false
  }
}

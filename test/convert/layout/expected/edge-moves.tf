# Delete this file after the first apply.

# What exists at the service moves to the new resources, as it is.

moved {
  from = cloudflare_logpush_job.errors
  to   = edge_logpush_job.errors
}

# The state forgets the old resources. Nothing at the service is deleted or reset.

removed {
  from = cloudflare_waf_group.sql

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_rule.a

  lifecycle {
    destroy = false
  }
}

removed {
  from = module.a.module.b.cloudflare_waf_group.all

  lifecycle {
    destroy = false
  }
}

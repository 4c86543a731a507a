# Delete this file after the first apply.

# What exists at the service moves to the new resources, as it is.

moved {
  from = cloudflare_ruleset.fields
  to   = edge_custom_fields_ruleset.fields
}

moved {
  from = cloudflare_logpush_job.requests
  to   = edge_logpush_job.requests
}

moved {
  from = cloudflare_logpush_job.json
  to   = edge_logpush_job.json
}

moved {
  from = cloudflare_notification_policy.health
  to   = edge_pool_notification_policy.health
}

# The state forgets the old resources. Nothing at the service is deleted or reset.

removed {
  from = module.waf.cloudflare_waf_group.php

  lifecycle {
    destroy = false
  }
}

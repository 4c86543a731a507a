# Delete this file after the first apply.

# What exists at the service moves to the new resources, as it is.

moved {
  from = cloudflare_ruleset.three
  to   = edge_custom_fields_ruleset.three
}

moved {
  from = cloudflare_ruleset.five
  to   = edge_custom_fields_ruleset.five
}

moved {
  from = cloudflare_logpush_job.texts
  to   = edge_logpush_job.texts
}

moved {
  from = cloudflare_logpush_job.settings
  to   = edge_logpush_job.settings
}

moved {
  from = cloudflare_logpush_job.defaults
  to   = edge_logpush_job.defaults
}

moved {
  from = cloudflare_logpush_job.template
  to   = edge_logpush_job.template
}

moved {
  from = cloudflare_logpush_job.bucket
  to   = edge_logpush_job.bucket
}

moved {
  from = cloudflare_logpush_job.keys
  to   = edge_logpush_job.keys
}

moved {
  from = cloudflare_logpush_job.mixed
  to   = edge_logpush_job.mixed
}

moved {
  from = cloudflare_logpush_job.nested
  to   = edge_logpush_job.nested
}

moved {
  from = cloudflare_logpush_job.maybe
  to   = edge_logpush_job.maybe
}

moved {
  from = cloudflare_logpush_job.unknown
  to   = edge_logpush_job.unknown
}

# The state forgets the old resources. Nothing at the service is deleted or reset.

removed {
  from = vendor_logpush_job.audit

  lifecycle {
    destroy = false
  }
}

removed {
  from = vendor_logpush_job.many

  lifecycle {
    destroy = false
  }
}

# The objects that exist at the service are imported.

import {
  to = edge_logpush_job.audit
  id = "accounts/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/audit"
}

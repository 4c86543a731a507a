# Delete this file after the first apply.

# What exists at the service moves to the new resources, as it is.

moved {
  from = cloudflare_logpush_job.http
  to   = edge_logpush_job.http
}

# The state forgets the old resources. Nothing at the service is deleted or reset.

removed {
  from = cloudflare_logpush_job.counted

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_group.a

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_rule.core

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_rule.gone

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_logpush_job.gone

  lifecycle {
    destroy = false
  }
}

removed {
  from = module.x.cloudflare_waf_group.gone

  lifecycle {
    destroy = false
  }
}

# The objects that exist at the service are imported.

import {
  to = edge_logpush_job.http["b"]
  id = "00000000000000000000000000000001/b"
}

import {
  to = edge_logpush_job.counted[0]
  id = "00000000000000000000000000000001/1"
}

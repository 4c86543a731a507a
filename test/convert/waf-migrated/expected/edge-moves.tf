# Delete this file after the first apply.

# The state forgets the old resources. Nothing at the service is deleted or reset.

removed {
  from = cloudflare_waf_group.complete

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_ruleset.three

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_group.validation

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_group.start

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_group.each

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_rule.each

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_ruleset.five

  lifecycle {
    destroy = false
  }
}

# The objects that exist at the service are imported.

import {
  to = edge_waf_migration.complete_example
  id = "00000000000000000000000000000001"
}

import {
  to = edge_waf_migration.validation
  id = "00000000000000000000000000000002"
}

import {
  to = edge_waf_migration.waf["00000000000000000000000000000005"]
  id = "00000000000000000000000000000005"
}

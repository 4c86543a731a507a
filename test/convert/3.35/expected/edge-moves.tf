# Delete this file after the first apply.

# The state forgets the old resources. Nothing at the service is deleted or reset.

removed {
  from = cloudflare_waf_package.owasp

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_group.wordpress

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_group.disabled

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_rule.sql

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_rule.owasp

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_override.webhooks

  lifecycle {
    destroy = false
  }
}

removed {
  from = module.waf.cloudflare_waf_package.owasp

  lifecycle {
    destroy = false
  }
}

removed {
  from = module.waf.cloudflare_waf_group.php

  lifecycle {
    destroy = false
  }
}

removed {
  from = module.waf.cloudflare_waf_rule.single

  lifecycle {
    destroy = false
  }
}

# Delete this file after the first apply.

# The state forgets the old resources. Nothing at the service is deleted or reset.

removed {
  from = cloudflare_waf_package.owasp

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_group.sql

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_rule.open

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_rule.numbered

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_override.open

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_package.data

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_override.actions

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_override.paused

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_group.off

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_rule.off

  lifecycle {
    destroy = false
  }
}

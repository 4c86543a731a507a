# Delete this file after the first apply.

# The state forgets the old resources. Nothing at the service is deleted or reset.

removed {
  from = cloudflare_waf_package.same

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_package.literal

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_package.open

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_group.core

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_rule.literal

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
  from = cloudflare_waf_rule.open

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_rule.many

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_override.off

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
  from = cloudflare_waf_override.more

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_group.local

  lifecycle {
    destroy = false
  }
}

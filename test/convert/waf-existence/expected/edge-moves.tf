# Delete this file after the first apply.

# The state forgets the old resources. Nothing at the service is deleted or reset.

removed {
  from = cloudflare_waf_package.owasp

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
  from = cloudflare_waf_group.some

  lifecycle {
    destroy = false
  }
}

removed {
  from = cloudflare_waf_override.uploads

  lifecycle {
    destroy = false
  }
}

removed {
  from = module.shop.cloudflare_waf_package.owasp

  lifecycle {
    destroy = false
  }
}

removed {
  from = module.blog.cloudflare_waf_package.owasp

  lifecycle {
    destroy = false
  }
}

removed {
  from = module.all.module.zone.cloudflare_waf_rule.each

  lifecycle {
    destroy = false
  }
}

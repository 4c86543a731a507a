# Delete this file after the first apply.

# The state forgets the old resources. Nothing at the service is deleted or reset.

removed {
  from = module.domain.cloudflare_waf_rule.this

  lifecycle {
    destroy = false
  }
}

variable "zones" { default = {} }
variable "scored" { default = [] }
variable "extra_zone" { default = null }
variable "rules" { default = {} }
variable "enabled" { default = true }

variable "groups" {
  type    = set(string)
  default = []
}

# A count that is 0 in one call.
module "shop" {
  source         = "./modules/waf"
  zone_id        = "00000000000000000000000000000001"
  module_enabled = var.enabled
  sensitivity    = "low"
}

module "blog" {
  source         = "./modules/waf"
  zone_id        = "00000000000000000000000000000002"
  module_enabled = false
}

# One instance of the module for each zone, in a module of a module.
module "all" {
  source = "./modules/all"
  zones  = var.zones
}

# A package for each zone, and rules of one more zone: the union of both.
resource "cloudflare_waf_package" "owasp" {
  for_each    = toset(var.scored)
  zone_id     = each.value
  package_id  = "c504870194831cd12c3fc0284f294abb"
  sensitivity = "high"
  action_mode = "challenge"
}

resource "cloudflare_waf_rule" "many" {
  count   = length(var.rules)
  zone_id = values(var.rules)[count.index]
  rule_id = keys(var.rules)[count.index]
  mode    = "challenge"
}

# Two kinds of blocks of one zone, each under its own condition.
resource "cloudflare_waf_group" "some" {
  for_each = var.groups
  zone_id  = var.extra_zone
  group_id = each.value
  mode     = "off"
}

resource "cloudflare_waf_override" "uploads" {
  count   = var.extra_zone == null ? 0 : 1
  zone_id = var.extra_zone
  urls    = ["example.com/upload"]
  rewrite_action = {
    block     = "disable"
    challenge = "disable"
    simulate  = "disable"
  }
}

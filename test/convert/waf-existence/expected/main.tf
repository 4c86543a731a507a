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

  acknowledge_waf_migration = var.acknowledge_waf_migration
}

module "blog" {
  source         = "./modules/waf"
  zone_id        = "00000000000000000000000000000002"
  module_enabled = false

  acknowledge_waf_migration = var.acknowledge_waf_migration
}

# One instance of the module for each zone, in a module of a module.
module "all" {
  source = "./modules/all"
  zones  = var.zones

  acknowledge_waf_migration = var.acknowledge_waf_migration
}

# A package for each zone, and rules of one more zone: the union of both.
# TODO: The migration names rules by their ids of the previous WAF. Where a rule has a new id, write
# that one: the service’s changelog of managed rules lists its legacy id.
resource "edge_waf_migration" "waf" {
  for_each = toset([for zone in concat([for each_key, each_value in toset(var.scored) : each_value], [for count_index in range(length(var.rules)) : values(var.rules)[count_index]]) : zone if var.acknowledge_waf_migration])

  zone_id                  = each.key
  target                   = "complete"
  acknowledge_irreversible = var.acknowledge_waf_migration
  expected_previous = {
    package_sensitivities = { for each_key, each_value in toset(var.scored) : "c504870194831cd12c3fc0284f294abb" => "high" if each_value == each.key }
    package_action_modes  = { for each_key, each_value in toset(var.scored) : "c504870194831cd12c3fc0284f294abb" => "challenge" if each_value == each.key }
    rules                 = { for count_index in range(length(var.rules)) : keys(var.rules)[count_index] => "challenge" if values(var.rules)[count_index] == each.key }
  }
  rule_overrides = concat([for each_key, each_value in toset(var.scored) : { "rule_id" = "6179ae15870a4bb7b2d480d4843b323c", "ruleset_id" = "4814384a9e5d4991b9815dcfc25d2f1f", "score_threshold" = 25, "action" = "challenge" } if each_value == each.key], [for count_index in range(length(var.rules)) : { "rule_id" = keys(var.rules)[count_index], "action" = "challenge" } if values(var.rules)[count_index] == each.key])
}

# Two kinds of blocks of one zone, each under its own condition.
resource "edge_waf_migration" "waf_2" {
  count = var.acknowledge_waf_migration && (length(var.groups) > 0 || !(var.extra_zone == null)) ? 1 : 0

  zone_id                  = var.extra_zone
  target                   = "complete"
  acknowledge_irreversible = var.acknowledge_waf_migration
  expected_previous        = { groups = { for each_key, each_value in var.groups : each_value => "off" } }
  delete_uri_overrides     = true
  skip_rules               = [for count_index in range(var.extra_zone == null ? 0 : 1) : { "expression" = "http.host eq \"example.com\" and http.request.uri wildcard \"/upload\"", "description" = "WAF override uploads", "enabled" = true }]
}

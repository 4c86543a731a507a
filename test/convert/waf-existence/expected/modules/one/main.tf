variable "zone_id" {
  type = string
}

variable "rules" {
  type = map(string)
}

# TODO: The value of mode is unknown here, so it is unknown whether this carries over: settings of the
# managed package do, those of the core rule set do not, and a rule whose group is off has no effect.
# To know it, convert again with --state, --var, --var-file or credentials for the API.
#   rule_id = each.key
#   mode = each.value
resource "edge_waf_migration" "each" {
  count = var.acknowledge_waf_migration && length(var.rules) > 0 ? 1 : 0

  zone_id                  = var.zone_id
  target                   = "complete"
  acknowledge_irreversible = var.acknowledge_waf_migration
  expected_previous        = { rules = { for each_key, each_value in var.rules : each_key => each_value } }
  rule_overrides           = [for each_key, each_value in var.rules : { "rule_id" = each_key, "action" = "challenge" } if each_value == "challenge"]
}

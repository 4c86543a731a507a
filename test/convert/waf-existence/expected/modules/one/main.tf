variable "zone_id" {
  type = string
}

variable "rules" {
  type = map(string)
}

# TODO: The value of mode is unknown here, so it is unknown whether it carries over: a setting of the
# managed package does, and one of the core rule set does not. To know it, convert again with --state,
# --var, --var-file or credentials for the API.
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

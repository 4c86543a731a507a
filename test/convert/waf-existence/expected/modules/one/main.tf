variable "zone_id" { type = string }
variable "rules" { type = map(string) }

# TODO: The migration names rules by their ids of the previous WAF. Where a rule has a new id, write
# that one: the service’s changelog of managed rules lists its legacy id.
resource "edge_waf_migration" "each" {
  count = var.acknowledge_waf_migration && length(var.rules) > 0 ? 1 : 0

  zone_id                  = var.zone_id
  target                   = "complete"
  acknowledge_irreversible = var.acknowledge_waf_migration
  expected_previous        = { rules = { for each_key, each_value in var.rules : each_key => each_value } }
  rule_overrides           = [for each_key, each_value in var.rules : { "rule_id" = each_key, "action" = "challenge" } if each_value == "challenge"]
}

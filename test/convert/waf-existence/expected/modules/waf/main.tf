variable "zone_id" { type = string }
variable "module_enabled" { default = true }
variable "sensitivity" { default = null }

resource "edge_waf_migration" "owasp" {
  count = var.acknowledge_waf_migration && var.module_enabled ? 1 : 0

  zone_id                  = var.zone_id
  target                   = "complete"
  acknowledge_irreversible = var.acknowledge_waf_migration
  expected_previous = {
    package_sensitivities = { c504870194831cd12c3fc0284f294abb = coalesce(var.sensitivity, "high") }
    package_action_modes  = { c504870194831cd12c3fc0284f294abb = "simulate" }
  }
  rule_overrides = [
    {
      rule_id         = "6179ae15870a4bb7b2d480d4843b323c"
      ruleset_id      = "4814384a9e5d4991b9815dcfc25d2f1f"
      score_threshold = { "high" = 25, "medium" = 40, "low" = 60, "off" = 40 }[coalesce(var.sensitivity, "high")]
      action          = "log"
    },
  ]
}

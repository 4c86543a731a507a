terraform {
  required_providers {
    cloudflare = {
      source = "cloudflare/cloudflare"
    }
    edge = {
      source = "terraform.local/edge-platform/edge"
    }
  }
}

variable "zone_id" {
  type = string
}

variable "sensitivity" {
  description = "Of the OWASP package"
  type        = string
  default     = "high"
}

variable "rule_modes" {
  description = "Modes of single rules, by their id"
  type        = map(string)
  default     = {}
}

# TODO: The migration names rules by their ids of the previous WAF. Where a rule has a new id, write
# that one: the service’s changelog of managed rules lists its legacy id.
resource "edge_waf_migration" "waf" {
  count = var.acknowledge_waf_migration ? 1 : 0

  zone_id                  = var.zone_id
  target                   = "complete"
  acknowledge_irreversible = var.acknowledge_waf_migration
  expected_previous = {
    package_sensitivities = { a25a9a7e9c00afc1fb2e0245519d725b = coalesce(var.sensitivity, "high") }
    package_action_modes  = { a25a9a7e9c00afc1fb2e0245519d725b = "simulate" }
    groups                = { de677e5818985db1285d0e80225f0603 = "on" }
    rules                 = { for each_key, each_value in var.rule_modes : each_key => each_value }
  }
  rule_overrides = concat([{ "rule_id" = "6179ae15870a4bb7b2d480d4843b323c", "ruleset_id" = "4814384a9e5d4991b9815dcfc25d2f1f", "score_threshold" = { "high" = 25, "medium" = 40, "low" = 60, "off" = 40 }[coalesce(var.sensitivity, "high")], "action" = "log" }], [for each_key, each_value in var.rule_modes : { "rule_id" = each_key, "action" = "challenge" } if each_value == "challenge"])
}

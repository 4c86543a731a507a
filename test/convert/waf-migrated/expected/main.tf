variable "any" { type = any }

# The zone is migrated, in validation, and neither.
# Adjustments of a migrated zone, in the forms of versions 3 to 5.
resource "edge_waf_migration" "complete_example" {
  zone_id                  = "00000000000000000000000000000001"
  target                   = "complete"
  acknowledge_irreversible = true
  rule_overrides           = [{ rule_id = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", action = "log", enabled = false }]
  skip_rules = [
    {
      expression  = var.any
      description = "Health checks"
      rule_ids    = ["bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "cccccccccccccccccccccccccccccccc"]
    },
  ]
}

resource "edge_waf_migration" "validation" {
  zone_id                  = "00000000000000000000000000000002"
  target                   = "validation"
  acknowledge_irreversible = true
}

resource "edge_waf_migration" "start" {
  count = var.acknowledge_waf_migration ? 1 : 0

  zone_id                  = "00000000000000000000000000000003"
  target                   = "complete"
  acknowledge_irreversible = var.acknowledge_waf_migration
  expected_previous        = { groups = { de677e5818985db1285d0e80225f06e5 = coalesce(var.any, "on") } }
}

# TODO: The migration names rules by their ids of the previous WAF. Where a rule has a new id, write
# that one: the service’s changelog of managed rules lists its legacy id.
resource "edge_waf_migration" "waf" {
  for_each = toset([for zone in concat([for each_key, each_value in { "a" = "00000000000000000000000000000005", "b" = "00000000000000000000000000000006" } : each_value], ["00000000000000000000000000000005"]) : zone if var.acknowledge_waf_migration || contains(["00000000000000000000000000000005"], zone)])

  zone_id                  = each.key
  target                   = "complete"
  acknowledge_irreversible = var.acknowledge_waf_migration || contains(["00000000000000000000000000000005"], each.key)
  expected_previous = {
    groups = { for each_key, each_value in { "a" = "00000000000000000000000000000005", "b" = "00000000000000000000000000000006" } : "de677e5818985db1285d0e80225f06e5" => "on" if each_value == each.key }
    rules  = { for each_key, each_value in { "a" = "00000000000000000000000000000005", "b" = "00000000000000000000000000000006" } : "5de7edfa648c4d6891dc3e7f84534ffa" => var.any if each_value == each.key }
  }
  rule_overrides = [for item in [for each_key, each_value in { "a" = "00000000000000000000000000000005", "b" = "00000000000000000000000000000006" } : { "rule_id" = "5de7edfa648c4d6891dc3e7f84534ffa", "action" = "challenge" } if each_value == each.key && var.any == "challenge"] : item if !(contains(["00000000000000000000000000000005"], each.key))]
  skip_rules     = [for zone in ["00000000000000000000000000000005"] : { "expression" = "true", "rule_ids" = ["bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"], "enabled" = true } if zone == each.key]
}

# These stay.
# TODO: Its zone is not migrated, and the migration replaces the rules of the entry point. Convert
# again after it. The block stays as it is.
resource "cloudflare_ruleset" "start" {
  zone_id = "00000000000000000000000000000003"
  phase = "http_request_firewall_managed"
  rules = []
}

resource "cloudflare_ruleset" "never" {
  zone_id = "00000000000000000000000000000004"
  phase = "http_request_firewall_managed"
  rules = []
}

# TODO: Its rules are an expression, and adjustments are written for rules that stand in the code. The
# block stays as it is.
resource "cloudflare_ruleset" "structure" {
  zone_id = "00000000000000000000000000000002"
  phase = "http_request_firewall_managed"
  rules = [{ action = "execute", expression = "true", action_parameters = { id = "efb7b8c949ac4650a09736fc376e9aee", overrides = var.any } }]
}

resource "cloudflare_ruleset" "account" {
  account_id = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
  phase = "http_request_firewall_managed"
  rules = []
}

# TODO: Whether it is a ruleset of a zone or of an account is unknown. Convert again with --state,
# --var or --var-file. The block stays as it is.
resource "cloudflare_ruleset" "owner" {
  account_id = var.any
  zone_id = var.any
  phase = "http_request_firewall_managed"
  rules = []
}

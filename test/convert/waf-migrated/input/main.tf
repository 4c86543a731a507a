variable "any" { type = any }

# The zone is migrated, in validation, and neither.
resource "cloudflare_waf_group" "complete" {
  zone_id    = "00000000000000000000000000000001"
  group_id   = "de677e5818985db1285d0e80225f06e5"
  package_id = "1e334934fd7ae32ad705667f8c1057aa"
  mode       = "off"
}

resource "cloudflare_waf_group" "validation" {
  zone_id    = "00000000000000000000000000000002"
  group_id   = "de677e5818985db1285d0e80225f06e5"
  package_id = "1e334934fd7ae32ad705667f8c1057aa"
  mode       = var.any
}

resource "cloudflare_waf_group" "start" {
  zone_id    = "00000000000000000000000000000003"
  group_id   = "de677e5818985db1285d0e80225f06e5"
  package_id = "1e334934fd7ae32ad705667f8c1057aa"
  mode       = var.any
}

resource "cloudflare_waf_group" "each" {
  for_each   = { a = "00000000000000000000000000000005", b = "00000000000000000000000000000006" }
  zone_id    = each.value
  group_id   = "de677e5818985db1285d0e80225f06e5"
  package_id = "1e334934fd7ae32ad705667f8c1057aa"
  mode       = "on"
}

resource "cloudflare_waf_rule" "each" {
  for_each   = { a = "00000000000000000000000000000005", b = "00000000000000000000000000000006" }
  zone_id    = each.value
  rule_id    = "5de7edfa648c4d6891dc3e7f84534ffa"
  package_id = "1e334934fd7ae32ad705667f8c1057aa"
  mode       = var.any
}

# Adjustments of a migrated zone, in the forms of versions 3 to 5.
resource "cloudflare_ruleset" "three" {
  zone_id = "00000000000000000000000000000001"
  name    = "waf"
  kind    = "zone"
  phase   = "http_request_firewall_managed"

  rules {
    action     = "execute"
    expression = "true"
    enabled    = true
    action_parameters {
      id = "efb7b8c949ac4650a09736fc376e9aee"
      overrides {
        rules {
          id     = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
          action = "log"
          status = "disabled"
        }
      }
    }
  }

  rules {
    action      = "skip"
    expression  = var.any
    description = "Health checks"
    action_parameters {
      rules = { efb7b8c949ac4650a09736fc376e9aee = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb,cccccccccccccccccccccccccccccccc" }
    }
  }
}

resource "cloudflare_ruleset" "five" {
  zone_id = "00000000000000000000000000000005"
  name    = "waf"
  kind    = "zone"
  phase   = "http_request_firewall_managed"
  account_id = null
  rules = [
    {
      action            = "execute"
      expression        = "http.host eq \"a\""
      enabled           = true
      action_parameters = { id = "efb7b8c949ac4650a09736fc376e9aee", overrides = { action = "log", categories = [{ category = "wordpress", enabled = false }] } }
    },
    { action = "skip", expression = "true", action_parameters = { rules = { efb7b8c949ac4650a09736fc376e9aee = ["bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"] } } },
    { action = "log", expression = "true" }
  ]
}

# These stay.
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

resource "cloudflare_ruleset" "owner" {
  account_id = var.any
  zone_id = var.any
  phase = "http_request_firewall_managed"
  rules = []
}

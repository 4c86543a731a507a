variable "env" { type = string }
variable "sensitivity" { default = null }
variable "modes" { default = {} }

# What the migration sets by itself needs no override.
resource "cloudflare_waf_package" "same" {
  zone_id     = "00000000000000000000000000000001"
  package_id  = "c504870194831cd12c3fc0284f294abb"
  sensitivity = "off"
  action_mode = "block"
}

resource "cloudflare_waf_package" "open" {
  zone_id     = "00000000000000000000000000000003"
  package_id  = "c504870194831cd12c3fc0284f294abb"
  sensitivity = var.sensitivity
  action_mode = var.env == "prod" ? "block" : "simulate"
}

# Groups and rules of the core rule set have no equivalent.
resource "cloudflare_waf_group" "core" {
  zone_id    = "00000000000000000000000000000003"
  group_id   = "cfda825dfda411ea218cb70e6c88e82e"
  package_id = "c504870194831cd12c3fc0284f294abb"
  mode       = "off"
}

# Those of the managed package have one.
resource "cloudflare_waf_rule" "literal" {
  zone_id    = "00000000000000000000000000000004"
  rule_id    = "5de7edfa648c4d6891dc3e7f84534ffa"
  package_id = "1e334934fd7ae32ad705667f8c1057aa"
  mode       = "challenge"
}

resource "cloudflare_waf_rule" "numbered" {
  zone_id    = "00000000000000000000000000000004"
  rule_id    = "100015"
  package_id = "1e334934fd7ae32ad705667f8c1057aa"
  mode       = "challenge"
}

resource "cloudflare_waf_rule" "many" {
  for_each   = var.modes
  zone_id    = "00000000000000000000000000000004"
  rule_id    = each.key
  package_id = "1e334934fd7ae32ad705667f8c1057aa"
  mode       = each.value
}

# An override that only disables rules becomes a skip rule.
resource "cloudflare_waf_override" "off" {
  zone_id        = "00000000000000000000000000000005"
  description    = "Uploads"
  urls           = ["example.com/upload"]
  rewrite_action = { block = "disable", challenge = "disable", simulate = "disable" }
}

resource "cloudflare_waf_override" "paused" {
  zone_id        = "00000000000000000000000000000005"
  urls           = ["example.com/paused"]
  paused         = true
  rewrite_action = { block = "disable", challenge = "disable", simulate = "disable" }
}

resource "cloudflare_waf_override" "more" {
  zone_id        = "00000000000000000000000000000006"
  urls           = ["example.com/login"]
  rewrite_action = { block = "challenge" }
}

# The same zone in other words is one migration, and an unknown argument is named.
locals {
  zone = "00000000000000000000000000000005"
}

resource "cloudflare_waf_group" "local" {
  zone_id    = local.zone
  group_id   = "de677e5818985db1285d0e80225f06e5"
  package_id = "1e334934fd7ae32ad705667f8c1057aa"
  mode       = "on"
  something  = "x"
}

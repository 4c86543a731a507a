variable "zone_id" {
  type = string
}

variable "mode" {
  type = string
}

variable "rule_id" {
  type = string
}

variable "url" {
  type = string
}

data "cloudflare_waf_packages" "all" {
  zone_id = var.zone_id
}

data "cloudflare_waf_groups" "used" {
  zone_id    = var.zone_id
  package_id = local.owasp
}

locals {
  owasp = data.cloudflare_waf_packages.all.packages[0].id
}

output "groups" {
  value = data.cloudflare_waf_groups.used.groups
}

# Its package is known to a data source only, through a local value.
resource "cloudflare_waf_package" "owasp" {
  zone_id     = var.zone_id
  package_id  = local.owasp
  sensitivity = "low"
}

resource "cloudflare_waf_group" "sql" {
  zone_id  = var.zone_id
  group_id = "de677e5818985db1285d0e80225f06e5"
  mode     = lower(var.mode)
}

resource "cloudflare_waf_rule" "open" {
  zone_id = var.zone_id
  rule_id = var.rule_id
  mode    = "challenge"
}

resource "cloudflare_waf_rule" "numbered" {
  zone_id = var.zone_id
  rule_id = "100015"
  mode    = "challenge"
}

resource "cloudflare_waf_override" "open" {
  zone_id        = var.zone_id
  urls           = [var.url]
  rewrite_action = { block = "disable" }
}

# Values that no expression of the new code can follow.
resource "cloudflare_waf_package" "data" {
  zone_id     = "00000000000000000000000000000001"
  package_id  = "c504870194831cd12c3fc0284f294abb"
  sensitivity = data.cloudflare_waf_packages.all.packages[0].sensitivity
}

resource "cloudflare_waf_override" "actions" {
  zone_id        = "00000000000000000000000000000002"
  urls           = ["example.com/upload"]
  rewrite_action = { block = var.mode, challenge = "disable", simulate = "disable" }
}

resource "cloudflare_waf_override" "paused" {
  zone_id        = "00000000000000000000000000000003"
  urls           = ["example.com/upload"]
  paused         = var.mode == "off"
  rewrite_action = { block = "disable", challenge = "disable", simulate = "disable" }
}

# A group that is off decides about its rules.
resource "cloudflare_waf_group" "off" {
  zone_id    = "00000000000000000000000000000004"
  group_id   = "de677e5818985db1285d0e80225f06e5"
  package_id = "1e334934fd7ae32ad705667f8c1057aa"
  mode       = "off"
}

resource "cloudflare_waf_rule" "off" {
  zone_id    = "00000000000000000000000000000004"
  rule_id    = "5de7edfa648c4d6891dc3e7f84534ffa"
  package_id = "1e334934fd7ae32ad705667f8c1057aa"
  mode       = "challenge"
}

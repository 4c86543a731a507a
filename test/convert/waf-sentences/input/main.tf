variable "zone_id" { type = string }
variable "mode" { type = string }
variable "rule_id" { type = string }
variable "url" { type = string }

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

resource "cloudflare_waf_override" "open" {
  zone_id        = var.zone_id
  urls           = [var.url]
  paused         = var.mode == "off"
  rewrite_action = { block = var.mode }
}

# Values that no expression of the new code can follow.
resource "cloudflare_waf_package" "data" {
  zone_id     = "00000000000000000000000000000001"
  package_id  = "c504870194831cd12c3fc0284f294abb"
  sensitivity = data.cloudflare_waf_packages.all.packages[0].sensitivity
}

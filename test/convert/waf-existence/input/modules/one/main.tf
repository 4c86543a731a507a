variable "zone_id" { type = string }
variable "rules" { type = map(string) }

resource "cloudflare_waf_rule" "each" {
  for_each = var.rules
  zone_id  = var.zone_id
  rule_id  = each.key
  mode     = each.value
}

variable "domain" { type = string }

data "cloudflare_zones" "this" {
  filter {
    name = var.domain
  }
}

resource "cloudflare_waf_rule" "this" {
  zone_id = data.cloudflare_zones.this.zones[0].id
  rule_id = "5de7edfa648c4d6891dc3e7f84534ffa"
  mode    = "block"
}

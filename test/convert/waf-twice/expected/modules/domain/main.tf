variable "domain" { type = string }

data "cloudflare_zones" "this" {
  filter {
    name = var.domain
  }
}

resource "edge_waf_migration" "this" {
  count = var.acknowledge_waf_migration ? 1 : 0

  zone_id                  = data.cloudflare_zones.this.zones[0].id
  target                   = "complete"
  acknowledge_irreversible = var.acknowledge_waf_migration
  expected_previous        = { rules = { "5de7edfa648c4d6891dc3e7f84534ffa" = "block" } }
}

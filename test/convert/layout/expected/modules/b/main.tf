terraform {
  required_providers {
    cloudflare = {}
    edge = {
      source = "terraform.local/edge-platform/edge"
    }
  }
}
resource "edge_waf_migration" "all" {
  count = var.acknowledge_waf_migration ? 1 : 0

  zone_id                  = "00000000000000000000000000000002"
  target                   = "complete"
  acknowledge_irreversible = var.acknowledge_waf_migration
  expected_previous        = { groups = { de677e5818985db1285d0e80225f06e5 = "on" } }
}

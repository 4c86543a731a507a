terraform {
  required_providers {
    cloudflare = {}
  }
}
resource "cloudflare_waf_group" "all" {
  zone_id    = "00000000000000000000000000000002"
  group_id   = "de677e5818985db1285d0e80225f06e5"
  package_id = "1e334934fd7ae32ad705667f8c1057aa"
  mode       = "on"
}

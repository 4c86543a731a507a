variable "zone_id" {
  type = string
}

resource "edge_waf_migration" "php" {
  count = var.acknowledge_waf_migration ? 1 : 0

  zone_id                  = var.zone_id
  target                   = "complete"
  acknowledge_irreversible = var.acknowledge_waf_migration
  expected_previous        = { groups = { de677e5818985db1285d0e80225f0603 = "off" } }
}

resource "edge_logpush_job" "counted" {
  count = 1

  zone_id          = var.zone_id
  name             = "counted"
  destination_conf = "s3://shop-logs/{DATE}?region=eu-central-1"
  fields           = ["RayID"]
  timestamp_format = "rfc3339"
}

output "group" {
  # TODO: Refers to cloudflare_waf_group.php, which leaves the configuration without an equivalent for
  # this value. It is null until you write a value.
  #   cloudflare_waf_group.php.id
  value = null
}

variable "zone_id" {
  type = string
}

resource "cloudflare_waf_group" "php" {
  zone_id  = var.zone_id
  group_id = "de677e5818985db1285d0e80225f0603"
  mode     = "off"
}

resource "cloudflare_logpush_job" "counted" {
  count = 1

  zone_id          = var.zone_id
  name             = "counted"
  enabled          = true
  dataset          = "http_requests"
  destination_conf = "s3://shop-logs/{DATE}?region=eu-central-1"
  logpull_options  = "fields=RayID&timestamps=rfc3339"
}

output "group" {
  value = cloudflare_waf_group.php.id
}

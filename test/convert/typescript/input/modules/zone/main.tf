# M.
variable "zone_id" { type = string }

resource "cloudflare_logpush_job" "inner" {
  zone_id          = var.zone_id
  enabled          = true
  destination_conf = "s3://logs?region=eu-central-1"
  logpull_options  = "fields=RayID"
}

# M.
variable "zone_id" {
  type = string
}

resource "cloudflare_logpush_job" "inner" {
  zone_id          = var.zone_id
  enabled          = true
  destination_conf = "r2://logs"
  logpull_options  = "fields=RayID"
}

# M.
variable "zone_id" { type = string }

resource "cloudflare_logpush_job" "inner" {
  zone_id          = var.zone_id
  enabled          = true
  destination_conf = "https://logs.example.com/in?header_X-Key=made-up"
  logpull_options  = "fields=RayID"
}

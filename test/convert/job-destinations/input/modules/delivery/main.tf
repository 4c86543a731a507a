variable "zone_id" { type = string }
variable "name" { type = string }

resource "cloudflare_logpush_job" "second" {
  zone_id          = var.zone_id
  name             = "${var.name}.second"
  enabled          = true
  destination_conf = "https://logs.example.com/in?header_X-Token=made-up-5"
}

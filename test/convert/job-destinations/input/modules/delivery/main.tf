variable "zone_id" {
  type = string
}

variable "name" {
  type = string
}

variable "to" {
  type      = string
  sensitive = true
}

resource "cloudflare_logpush_job" "this" {
  zone_id          = var.zone_id
  name             = var.name
  dataset          = "http_requests"
  enabled          = true
  destination_conf = var.to
  logpull_options  = "fields=RayID"
}

resource "cloudflare_logpush_job" "second" {
  zone_id          = var.zone_id
  name             = "${var.name}.second"
  dataset          = "http_requests"
  enabled          = true
  destination_conf = "https://logs.example.com/in?header_X-Token=made-up-5"
  logpull_options  = "fields=RayID"
}

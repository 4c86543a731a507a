variable "zone_id" {
  type = string
}

variable "sumo" {
  type      = string
  sensitive = true
}

# The address itself is the secret.
resource "cloudflare_logpush_job" "sumo" {
  zone_id          = var.zone_id
  name             = "sumo"
  dataset          = "http_requests"
  enabled          = true
  destination_conf = "sumo://endpoint.example.com/receiver/v1/http/made-up-4"
  logpull_options  = "fields=RayID"
}

resource "cloudflare_logpush_job" "variable" {
  zone_id          = var.zone_id
  name             = "variable"
  dataset          = "http_requests"
  enabled          = true
  destination_conf = "sumo://${var.sumo}"
  logpull_options  = "fields=RayID"
}

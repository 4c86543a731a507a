terraform {
  required_providers {
    cloudflare = {
      source = "cloudflare/cloudflare"
    }
    edge = {
      source = "terraform.local/edge-platform/edge"
    }
  }
}

variable "zone_id" {
  type = string
}

variable "name" {
  type = string
}

resource "edge_logpush_job" "events" {
  count = var.name == "blog" ? 2 : 1

  zone_id                 = var.zone_id
  name                    = "${var.name}-${count.index}"
  dataset                 = "firewall_events"
  enabled                 = coalesce(count.index == 0, false)
  destination_conf        = provider::edge::destination("https://logs.example/${var.name}/${count.index}").conf
  destination_credentials = provider::edge::destination("https://logs.example/${var.name}/${count.index}").credentials
  fields                  = ["Action", "ClientIP", "Datetime", "RayID"]
  timestamp_format        = "rfc3339"
}

# A job with the fields that the service chooses.
resource "edge_logpush_job" "dns" {
  zone_id                 = var.zone_id
  name                    = "${var.name}-dns"
  dataset                 = "dns_logs"
  enabled                 = false
  destination_conf        = provider::edge::destination("https://logs.example/${var.name}/dns").conf
  destination_credentials = provider::edge::destination("https://logs.example/${var.name}/dns").credentials
}

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
  destination_conf        = local.events_destination[count.index].conf
  destination_credentials = local.events_destination[count.index].credentials
  fields                  = ["Action", "ClientIP", "Datetime", "RayID"]
  timestamp_format        = "rfc3339"
}

locals {
  events_destination = [for count_index in range(var.name == "blog" ? 2 : 1) : provider::edge::destination("https://logs.example/${var.name}/${count_index}")]
}

# A job with the fields that the service chooses.
resource "edge_logpush_job" "dns" {
  zone_id                 = var.zone_id
  name                    = "${var.name}-dns"
  dataset                 = "dns_logs"
  enabled                 = false
  destination_conf        = local.dns_destination.conf
  destination_credentials = local.dns_destination.credentials
}

locals {
  dns_destination = provider::edge::destination("https://logs.example/${var.name}/dns")
}

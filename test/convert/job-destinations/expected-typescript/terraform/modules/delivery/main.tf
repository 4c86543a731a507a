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

resource "edge_logpush_job" "this" {
  zone_id                 = var.zone_id
  name                    = var.name
  destination_conf        = local.this_destination.conf
  destination_credentials = local.this_destination.credentials
  fields                  = ["RayID"]
}

locals {
  this_destination = provider::edge::destination(var.to)
}

# TODO: Values in destination_conf are variables now (second_header_x_token): set each with
# TF_VAR_<name>. The history of the code has those that are secrets, so replace them at the
# destination.
resource "edge_logpush_job" "second" {
  zone_id                 = var.zone_id
  name                    = "${var.name}.second"
  destination_conf        = "https://logs.example.com/in"
  destination_credentials = { header_X-Token = var.second_header_x_token }
  fields                  = ["RayID"]
}

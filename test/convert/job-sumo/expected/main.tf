variable "zone_id" {
  type = string
}

variable "sumo" {
  type      = string
  sensitive = true
}

# The address itself is the secret.
# TODO: Values in destination_conf are variables now (sumo_destination): set each with TF_VAR_<name>.
# The history of the code has those that are secrets, so replace them at the destination. The address
# of a sumo destination is a secret, and the state and saved plans have it, as before.
resource "edge_logpush_job" "sumo" {
  zone_id          = var.zone_id
  name             = "sumo"
  destination_conf = var.sumo_destination
  fields           = ["RayID"]
}

resource "edge_logpush_job" "variable" {
  zone_id                 = var.zone_id
  name                    = "variable"
  destination_conf        = local.variable_destination.conf
  destination_credentials = local.variable_destination.credentials
  fields                  = ["RayID"]
}

locals {
  variable_destination = provider::edge::destination("sumo://${var.sumo}")
}

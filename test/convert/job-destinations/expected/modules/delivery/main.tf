variable "zone_id" { type = string }
variable "name" { type = string }

# TODO: Values in destination_conf are variables now (second_header_x_token): set each with
# TF_VAR_<name>. The history of the code has those that are secrets, so replace them at the
# destination.
resource "edge_logpush_job" "second" {
  zone_id                 = var.zone_id
  name                    = "${var.name}.second"
  destination_conf        = "https://logs.example.com/in"
  destination_credentials = { header_X-Token = var.second_header_x_token }
}

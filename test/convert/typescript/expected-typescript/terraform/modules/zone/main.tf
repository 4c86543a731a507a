# M.
variable "zone_id" { type = string }

# TODO: Values in destination_conf are variables now (inner_header_x_key): set each with
# TF_VAR_<name>. The history of the code has those that are secrets, so replace them at the
# destination.
resource "edge_logpush_job" "inner" {
  zone_id                 = var.zone_id
  destination_conf        = "https://logs.example.com/in"
  destination_credentials = { header_X-Key = var.inner_header_x_key }
  fields                  = ["RayID"]
}

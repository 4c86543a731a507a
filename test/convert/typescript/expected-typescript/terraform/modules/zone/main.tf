# M.
variable "zone_id" { type = string }

resource "edge_logpush_job" "inner" {
  zone_id          = var.zone_id
  destination_conf = "s3://logs?region=eu-central-1"
  fields           = ["RayID"]
}

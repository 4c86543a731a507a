variable "zones" {
  type    = map(string)
  default = {}
}

# What went wrong, for the on-call team.
resource "edge_logpush_job" "errors" {
  for_each = var.zones

  zone_id = each.value
  # as it was
  name                    = "errors-${each.key}"
  destination_conf        = provider::edge::destination("https://logs.example/${each.key}").conf
  destination_credentials = provider::edge::destination("https://logs.example/${each.key}").credentials
  fields                  = ["RayID", "EdgeResponseStatus"]
  timestamp_format        = "rfc3339"
}

output "ids" {
  value = { for name, job in edge_logpush_job.errors : name => job.id }
}

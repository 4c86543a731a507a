variable "zones" { default = {} }

# What went wrong, for the on-call team.
resource "edge_logpush_job" "errors" {
  for_each = var.zones

  zone_id = each.value
  # as it was
  name                    = "errors-${each.key}"
  destination_conf        = local.errors_destination[each.key].conf
  destination_credentials = local.errors_destination[each.key].credentials
  fields                  = ["RayID", "EdgeResponseStatus"]
  timestamp_format        = "rfc3339"
}

locals {
  errors_destination = { for each_key, each_value in var.zones : each_key => provider::edge::destination("https://logs.example/${each_key}") }
}

output "ids" {
  value = { for name, job in edge_logpush_job.errors : name => job.id }
}

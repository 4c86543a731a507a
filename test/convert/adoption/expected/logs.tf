locals {
  pool = "77777777777777777777777777777777"
}

# The custom fields of the shop.
resource "edge_custom_fields_ruleset" "fields" {
  zone_id         = var.zones["shop"]
  name            = "Custom fields"
  request_headers = ["x-request-id"]
}

resource "edge_logpush_job" "requests" {
  for_each = var.zones

  zone_id = each.value
  # as it was
  name             = "requests.${each.key}"
  destination_conf = "s3://shop-logs/{DATE}?region=eu-central-1"
  fields           = ["RayID"]
  timestamp_format = "rfc3339"

  depends_on = [edge_custom_fields_ruleset.fields]
}

resource "terraform_data" "after" {
  input = [for name, job in edge_logpush_job.requests : "${name}-${job.id}"]

  depends_on = [edge_custom_fields_ruleset.fields, edge_pool_notification_policy.health]
}

output "shop" {
  value = edge_logpush_job.requests["shop"].id
}

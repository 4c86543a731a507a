locals {
  request_headers = ["content-type", "x-forwarded-for", "x-request-id"]
  bucket          = "s3://shop-logs/requests/{DATE}?region=eu-central-1"
}

resource "edge_custom_fields_ruleset" "log_fields" {
  zone_id          = var.zone_id
  name             = "Custom fields"
  description      = "Custom fields in the logs"
  request_headers  = try([for field in [for name in local.request_headers : { name = name }] : lower(try(field.name, field))], null)
  response_headers = ["server", "cache-control"]
  cookies          = ["accountNumber"]
}

resource "cloudflare_logpush_ownership_challenge" "bucket" {
  zone_id          = var.zone_id
  destination_conf = local.bucket
}

resource "edge_logpush_job" "requests" {
  zone_id                 = var.zone_id
  name                    = "requests"
  destination_conf        = local.requests_destination.conf
  destination_credentials = local.requests_destination.credentials
  timestamp_format        = "rfc3339"
  output_options = {
    field_names    = ["ClientIP", "EdgeStartTimestamp", "RayID", "RequestHeaders"]
    cve_2021_44228 = true
  }
  filter = jsonencode({
    where = {
      or = [
        { key = "EdgeResponseStatus", operator = "geq", value = "500" },
        { key = "ClientRequestHost", operator = "eq", value = "checkout.shop.example" },
      ]
    }
  })
  max_upload_bytes            = 5000000
  max_upload_interval_seconds = 30
  max_upload_records          = 1000
  ownership_challenge         = var.ownership_token

  depends_on = [edge_custom_fields_ruleset.log_fields]
}

locals {
  requests_destination = provider::edge::destination(local.bucket)
}

module "log_delivery" {
  source   = "./modules/log-delivery"
  for_each = var.zones

  zone_id = each.value
  name    = each.key
}

output "requests_job" {
  value = edge_logpush_job.requests.id
}

locals {
  bucket = "s3://shop-logs/${terraform.workspace}/{DATE}?region=eu-central-1"
}

variable "r2_access_key_id" {
  type = string
}

variable "r2_secret_access_key" {
  type      = string
  sensitive = true
}

# The content of the file that the service writes to the bucket, see cloudflare_logpush_ownership_challenge.bucket.
variable "ownership_token" {
  type      = string
  sensitive = true
}

resource "edge_custom_fields_ruleset" "log_fields" {
  for_each = var.zones

  zone_id          = each.value
  name             = "Custom fields"
  description      = "Custom fields in the logs of ${each.key}"
  request_headers  = ["content-type", "x-forwarded-for", "x-request-id"]
  response_headers = ["cache-control", "server"]
  cookies          = ["accountNumber", "__cfruid"]
}

resource "cloudflare_logpush_ownership_challenge" "bucket" {
  zone_id          = var.zones["shop"]
  destination_conf = local.bucket
}

resource "edge_logpush_job" "errors" {
  zone_id                 = var.zones["shop"]
  name                    = "errors"
  destination_conf        = local.errors_destination.conf
  destination_credentials = local.errors_destination.credentials
  fields = [
    "ClientIP",
    "ClientRequestHost",
    "ClientRequestMethod",
    "ClientRequestURI",
    "EdgeEndTimestamp",
    "EdgeResponseStatus",
    "EdgeStartTimestamp",
    "RayID",
    "Cookies",
    "RequestHeaders",
  ]
  timestamp_format = "rfc3339"
  filter = jsonencode({
    where = {
      and = [
        { key = "EdgeResponseStatus", operator = "geq", value = "500" },
        { key = "ClientRequestPath", operator = "!contains", value = "/static" },
      ]
    }
  })
  ownership_challenge = var.ownership_token

  depends_on = [edge_custom_fields_ruleset.log_fields, cloudflare_logpush_ownership_challenge.bucket]
}

locals {
  errors_destination = provider::edge::destination(local.bucket)
}

resource "edge_logpush_job" "requests" {
  for_each = var.zones

  zone_id          = each.value
  name             = "requests.${each.key}"
  destination_conf = "r2://shop-logs/${each.key}/{DATE}?account-id=${var.account_id}"
  destination_credentials = {
    access-key-id     = var.r2_access_key_id
    secret-access-key = var.r2_secret_access_key
  }
  timestamp_format = "rfc3339"
  sample_rate      = 0.5
  output_options = {
    field_names    = ["ClientIP", "EdgeStartTimestamp", "RayID", "RequestHeaders", "ResponseHeaders"]
    cve_2021_44228 = true
  }
  max_upload_bytes            = 50000000
  max_upload_interval_seconds = 60
  max_upload_records          = 100000
}

# No name, and the filter as the documentation writes it.
# TODO: Values in destination_conf are variables now (firewall_header_authorization): set each with
# TF_VAR_<name>. The history of the code has those that are secrets, so replace them at the
# destination.
resource "edge_logpush_job" "firewall" {
  zone_id                 = var.zones["shop"]
  dataset                 = "firewall_events"
  enabled                 = false
  destination_conf        = "https://logs.example/firewall"
  destination_credentials = { header_Authorization = var.firewall_header_authorization }
  fields                  = ["Action", "ClientIP", "ClientCountry", "Datetime", "RayID"]
  timestamp_format        = "unix"
  sample_rate             = 0.1
  filter = jsonencode({
    where = { or = [{ key = "ClientCountry", operator = "in", value = ["gb", "ie"] }] }
  })
  frequency = "low"
}

output "errors_job" {
  value = edge_logpush_job.errors.id
}

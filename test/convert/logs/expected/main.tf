variable "any" { type = any }

# Texts for numbers and booleans, and settings that stay.
resource "edge_logpush_job" "texts" {
  zone_id               = "00000000000000000000000000000001"
  name                  = "texts"
  enabled               = false
  destination_conf      = "s3://logs?region=eu-central-1"
  sample_rate           = 0.5
  output_options        = { field_names = ["RayID"], cve_2021_44228 = true }
  max_upload_bytes      = 5000000
  filter_attack_traffic = true
}

# TODO: Not carried over from the lifecycle block: ignore_changes. Add what the new object needs: its
# attributes have other names.
#   lifecycle {
#     ignore_changes = [name]
#   }
resource "edge_logpush_job" "settings" {
  zone_id          = "00000000000000000000000000000001"
  name             = "settings"
  destination_conf = "s3://logs?region=eu-central-1"
  filter = jsonencode({
    where = { key = "ClientRequestPath", operator = "contains", value = "/$${x}" }
  })
  max_upload_interval_seconds = var.any
  # TODO: Upload limit of an edge job: max_upload_records is 1000, and kind is "edge". Edge Log Delivery
  # has no upload limits. Remove max_upload_records, or kind.
  max_upload_records = 1000
  kind               = "edge"
  frequency          = "low"
}

# TODO: The block uses the provider cloudflare.eu, and the new object the default configuration of
# edge. If cloudflare.eu has other credentials, add a second configuration with an alias.
resource "edge_logpush_job" "defaults" {
  zone_id          = "00000000000000000000000000000001"
  name             = "defaults"
  destination_conf = "s3://logs?region=eu-central-1"
  filter = jsonencode({
    where = { key = "ClientRequestHost", operator = "eq", value = "a" }
  })

  depends_on = [edge_custom_fields_ruleset.three]
}

# Of a shape that no version of the provider takes.
# TODO: filter is a list, and a text is expected. The block stays as it is.
resource "cloudflare_logpush_job" "shape" {
  zone_id = "00000000000000000000000000000001"
  name             = "shape"
  enabled          = true
  destination_conf = "s3://logs?region=eu-central-1"
  filter = ["a"]
}

# Of a provider whose state cannot be moved.
# TODO: The instances of the block are not known. Import edge_logpush_job.many before the first apply,
# or it creates the same at the service a second time. With --state, the state tells it.
resource "edge_logpush_job" "many" {
  for_each = var.any

  zone_id          = "00000000000000000000000000000001"
  name             = "many"
  destination_conf = "s3://logs?region=eu-central-1"
}

# Destinations in parts.
resource "edge_logpush_job" "template" {
  zone_id                 = "00000000000000000000000000000001"
  name                    = "template"
  destination_conf        = local.template_destination.conf
  destination_credentials = local.template_destination.credentials
}

locals {
  template_destination = provider::edge::destination("%{if var.any}s3://a?region=eu%{endif}")
}

resource "edge_logpush_job" "bucket" {
  zone_id          = "00000000000000000000000000000001"
  name             = "bucket"
  destination_conf = "gs://${var.any}/logs"
}

# TODO: Values in destination_conf are variables now (keys_session_token): set each with
# TF_VAR_<name>. The history of the code has those that are secrets, so replace them at the
# destination.
resource "edge_logpush_job" "keys" {
  zone_id          = "00000000000000000000000000000001"
  name             = "keys"
  destination_conf = "s3://${var.any}/$${x}?region=${var.any}"
  destination_credentials = {
    access-key-id     = var.any
    secret-access-key = var.any
    session-token     = var.keys_session_token
  }
}

# TODO: Values in destination_conf are variables now (mixed_header_a): set each with TF_VAR_<name>.
# The history of the code has those that are secrets, so replace them at the destination.
resource "edge_logpush_job" "mixed" {
  zone_id                 = "00000000000000000000000000000001"
  name                    = "mixed"
  destination_conf        = provider::edge::destination("https://${var.any}/?header_A=***&header_Accept=a&header_C=b${var.any}").conf
  destination_credentials = provider::edge::destination("https://${var.any}/?header_A=${urlencode(var.mixed_header_a)}&header_Accept=a&header_C=b${var.any}").credentials
}

# TODO: Values in destination_conf are variables now (nested_header_b): set each with TF_VAR_<name>.
# The history of the code has those that are secrets, so replace them at the destination.
resource "edge_logpush_job" "nested" {
  zone_id          = "00000000000000000000000000000001"
  name             = "nested"
  destination_conf = "https://a.example/?tags=a:${var.any}"
  destination_credentials = {
    header_Authorization = "Basic ${base64encode("a:${var.any}")}"
    header_B             = var.nested_header_b
  }
}

# TODO: Values in destination_conf are variables now (maybe_header_x_env): set each with
# TF_VAR_<name>. The history of the code has those that are secrets, so replace them at the
# destination.
resource "edge_logpush_job" "maybe" {
  zone_id                 = "00000000000000000000000000000001"
  name                    = "maybe"
  destination_conf        = "https://a.example/x"
  destination_credentials = { header_X-Env = var.maybe_header_x_env }
}

resource "edge_logpush_job" "unknown" {
  zone_id = "00000000000000000000000000000001"
  name    = "unknown"
  # The destination begins with "carrier://". This version knows r2, gs, s3, sumo, https, azure, splunk,
  # datadog, kinesis, ibmcl, bq, sentinelone, as of 2026-07. The service may have added others since.
  destination_conf = "carrier://pigeon"
}

resource "edge_logpush_job" "collector" {
  zone_id                 = "00000000000000000000000000000001"
  name                    = "collector"
  destination_conf        = local.collector_destination.conf
  destination_credentials = local.collector_destination.credentials
}

locals {
  collector_destination = provider::edge::destination("sumo://${var.any}")
}

# Rules of custom fields in the forms of versions 3 to 5.
resource "edge_custom_fields_ruleset" "three" {
  zone_id          = var.any
  name             = "fields"
  request_headers  = ["x-request-id"]
  response_headers = try([for field in var.any : lower(try(field.name, field))], null)
  cookies          = ["Sid"]
}

# TODO: Not carried over from the lifecycle block: create_before_destroy. Add what the new object
# needs: its attributes have other names.
#   lifecycle {
#     create_before_destroy = true
#     prevent_destroy       = true
#   }
resource "edge_custom_fields_ruleset" "five" {
  zone_id                     = "00000000000000000000000000000002"
  name                        = "fields"
  transformed_request_headers = ["x-a"]
  raw_response_headers        = ["x-b", lower(var.any)]
  cookies                     = ["Sid"]
  preserve_duplicates         = concat(["x-b"], (coalesce(var.any, false) ? [lower(var.any)] : []))

  lifecycle {
    prevent_destroy = true
  }
}

# These stay.
resource "cloudflare_ruleset" "expression" {
  zone_id = "00000000000000000000000000000003"
  phase = "http_log_custom_fields"
  rules = [{ action = "log_custom_field", expression = "http.host eq \"a\"", action_parameters = { cookie_fields = [{ name = "a" }] } }]
}

resource "cloudflare_ruleset" "two" {
  zone_id = "00000000000000000000000000000004"
  phase = "http_log_custom_fields"
  rules = [{ action = "log_custom_field", expression = "true" }, { action = "log_custom_field", expression = "true" }]
}

resource "cloudflare_ruleset" "none" {
  zone_id = "00000000000000000000000000000005"
  phase = "http_log_custom_fields"
  rules = []
}

resource "cloudflare_ruleset" "empty" {
  zone_id = "00000000000000000000000000000006"
  phase = "http_log_custom_fields"
  rules = [{ action = "log_custom_field", expression = "true" }]
}

resource "cloudflare_ruleset" "account" {
  account_id = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
  phase = "http_log_custom_fields"
  rules = []
}

# TODO: Whether it is a ruleset of a zone or of an account is unknown. Convert again with --state,
# --var or --var-file. The block stays as it is.
resource "cloudflare_ruleset" "owner" {
  account_id = var.any
  zone_id = var.any
  phase = "http_log_custom_fields"
  rules = []
}

resource "cloudflare_ruleset" "phase" {
  zone_id = "00000000000000000000000000000007"
  phase = "http_request_transform"
  rules = []
}

# TODO: Its phase is an expression, and each phase has another equivalent. The block stays as it is.
resource "cloudflare_ruleset" "any" {
  zone_id = "00000000000000000000000000000007"
  phase = var.any
  rules = []
}

output "kind" {
  # TODO: Refers to cloudflare_ruleset.five, which leaves the configuration without an equivalent for
  # this value. It is null until you write a value.
  #   cloudflare_ruleset.five.kind
  value = null
}

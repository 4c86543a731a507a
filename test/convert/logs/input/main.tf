variable "any" { type = any }

# Texts for numbers and booleans, and settings that stay.
resource "cloudflare_logpush_job" "texts" {
  zone_id               = "00000000000000000000000000000001"
  name                  = "texts"
  enabled               = "false"
  max_upload_bytes      = "5000000"
  filter_attack_traffic = true
  destination_conf      = "s3://logs?region=eu-central-1"
  output_options        = { field_names = ["RayID"], sample_rate = "0.5", cve_2021_44228 = "true" }
}

resource "cloudflare_logpush_job" "settings" {
  zone_id = "00000000000000000000000000000001"
  name             = "settings"
  enabled          = true
  destination_conf = "s3://logs?region=eu-central-1"
  frequency                   = "low"
  kind                        = "edge"
  max_upload_interval_seconds = var.any
  max_upload_records          = 1000
  filter                      = "{\"where\":{\"key\":\"ClientRequestPath\",\"operator\":\"contains\",\"value\":\"/$${x}\"}}"

  lifecycle {
    ignore_changes = [name]
  }
}

resource "cloudflare_logpush_job" "defaults" {
  zone_id = "00000000000000000000000000000001"
  name             = "defaults"
  enabled          = true
  destination_conf = "s3://logs?region=eu-central-1"
  provider                    = cloudflare.eu
  frequency                   = "high"
  kind                        = ""
  max_upload_bytes            = 0
  depends_on                  = [cloudflare_ruleset.three]
  filter                      = <<EOT
{
  "where": { "key": "ClientRequestHost", "operator": "eq", "value": "a" }
}
EOT
}

# Of a shape that no version of the provider takes.
resource "cloudflare_logpush_job" "shape" {
  zone_id = "00000000000000000000000000000001"
  name             = "shape"
  enabled          = true
  destination_conf = "s3://logs?region=eu-central-1"
  filter = ["a"]
}

# Of a provider whose state cannot be moved.
resource "vendor_logpush_job" "many" {
  for_each         = var.any
  zone_id          = "00000000000000000000000000000001"
  name             = "many"
  enabled          = true
  destination_conf = "s3://logs?region=eu-central-1"
}

# Destinations in parts.
resource "cloudflare_logpush_job" "template" {
  zone_id = "00000000000000000000000000000001"
  name             = "template"
  enabled          = true
  destination_conf = "%{ if var.any }s3://a?region=eu%{ endif }"
}

resource "cloudflare_logpush_job" "bucket" {
  zone_id = "00000000000000000000000000000001"
  name             = "bucket"
  enabled          = true
  destination_conf = "gs://${var.any}/logs"
}

resource "cloudflare_logpush_job" "keys" {
  zone_id = "00000000000000000000000000000001"
  name             = "keys"
  enabled          = true
  destination_conf = "s3://${var.any}/$${x}?region=${var.any}&access-key-id=${var.any}&secret-access-key=${urlencode(var.any)}&session-token=made-up\n"
}

resource "cloudflare_logpush_job" "mixed" {
  zone_id = "00000000000000000000000000000001"
  name             = "mixed"
  enabled          = true
  destination_conf = "https://${var.any}/?header_A=made%20up&header_Accept=a&header_C=b${var.any}"
}

resource "cloudflare_logpush_job" "nested" {
  zone_id = "00000000000000000000000000000001"
  name             = "nested"
  enabled          = true
  destination_conf = "https://a.example/?header_Authorization=${urlencode("Basic ${base64encode("a:${var.any}")}")}&header_B=a%24%7Bb%7D&tags=a:${var.any}"
}

resource "cloudflare_logpush_job" "maybe" {
  zone_id = "00000000000000000000000000000001"
  name             = "maybe"
  enabled          = true
  destination_conf = "https://a.example/x?header_X-Env=prod"
}

resource "cloudflare_logpush_job" "unknown" {
  zone_id = "00000000000000000000000000000001"
  name             = "unknown"
  enabled          = true
  destination_conf = "carrier://pigeon"
}

resource "cloudflare_logpush_job" "collector" {
  zone_id          = "00000000000000000000000000000001"
  name             = "collector"
  enabled          = true
  destination_conf = "sumo://${var.any}"
}

# Rules of custom fields in the forms of versions 3 to 5.
resource "cloudflare_ruleset" "three" {
  zone_id = var.any
  name    = "fields"
  kind    = "zone"
  phase   = "http_log_custom_fields"

  rules {
    action      = "log_custom_field"
    expression  = "true"
    enabled     = true
    description = "For logs"
    ref         = "mine"

    action_parameters {
      request_fields  = ["X-Request-Id"]
      response_fields = var.any
      cookie_fields   = ["Sid"]
    }
  }
}

resource "cloudflare_ruleset" "five" {
  zone_id    = "00000000000000000000000000000002"
  account_id = null
  name       = "fields"
  kind       = "zone"
  phase      = "http_log_custom_fields"
  rules = [{
    action     = "log_custom_field"
    expression = "true"
    action_parameters = {
      transformed_request_fields = [{ name = "x-a" }]
      raw_response_fields        = [{ name = "x-b", preserve_duplicates = true }, { name = var.any, preserve_duplicates = var.any }]
      cookie_fields              = [{ name = "Sid" }]
    }
  }]

  lifecycle {
    create_before_destroy = true
    prevent_destroy       = true
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

resource "cloudflare_ruleset" "any" {
  zone_id = "00000000000000000000000000000007"
  phase = var.any
  rules = []
}

output "kind" {
  value = cloudflare_ruleset.five.kind
}

resource "edge_logpush_job" "audit_options" {
  account_id              = local.account
  name                    = "audit.options"
  dataset                 = "audit_logs"
  destination_conf        = "datadog://http-intake.logs.example.com/api/v2/logs?service=edge&ddsource=edge"
  destination_credentials = { header_DD-API-KEY = var.token }
  timestamp_format        = "rfc3339"
  sample_rate             = 0
  # "AccountID" is not among the fields of audit_logs that this version knows, as of 2026-07. It is a
  # field of audit_logs_v2, biso_user_actions, dex_application_tests, dex_device_state_events,
  # dlp_forensic_copies and 7 more.
  output_options = { field_names = ["ActionResult", "ActionType", "ActorEmail", "AccountID"] }
}

resource "edge_logpush_job" "defaults" {
  zone_id                     = "cccccccccccccccccccccccccccccccc"
  name                        = "defaults"
  destination_conf            = "s3://defaults?region=eu-central-1"
  filter                      = var.filter == null ? null : jsonencode(var.filter)
  max_upload_bytes            = var.upload.bytes
  max_upload_interval_seconds = var.upload.seconds
  max_upload_records          = var.upload.records
}

resource "edge_logpush_job" "filtered" {
  zone_id          = "cccccccccccccccccccccccccccccccc"
  name             = "filtered"
  enabled          = false
  destination_conf = "s3://filtered?region=eu-central-1"
  output_options   = { field_names = ["RayID", "ClientIP"] }
  filter           = var.hosts == null ? null : jsonencode(var.hosts)
}

resource "edge_logpush_job" "loki" {
  for_each = local.zones

  zone_id                 = each.value
  destination_conf        = "https://loki.example.com/push?tags=zone:${each.key},env:live"
  destination_credentials = { header_Authorization = "Basic ${base64encode("edge:${var.token}")}" }
  output_options = {
    field_names   = ["ClientIP", "EdgeStartTimestamp", "RayID"]
    record_prefix = "{\"_dataset\":\"http_requests\","
  }
  max_upload_interval_seconds = 30
}

resource "edge_logpush_job" "sampled" {
  zone_id                 = "ffffffffffffffffffffffffffffffff"
  name                    = "sampled"
  destination_conf        = local.sampled_destination.conf
  destination_credentials = local.sampled_destination.credentials
  # The service has retired the field "WAFAction" of http_requests: existing jobs keep it, and it may
  # stay empty. Its successor is "SecurityAction".
  fields           = ["BotScore", "ClientIP", "JA4", "RayID", "WAFAction", "WAFAttackScore"]
  timestamp_format = "rfc3339"
  sample_rate      = 0.1
}

locals {
  sampled_destination = provider::edge::destination(var.lake)
}

resource "edge_logpush_job" "splunk" {
  for_each = { http_requests = "ClientIP,RayID", firewall_events = "Action,RayID" }

  zone_id                 = "dddddddddddddddddddddddddddddddd"
  name                    = "splunk-${replace(each.key, "_", "-")}"
  dataset                 = each.key
  destination_conf        = "splunk://splunk.example.com/services/collector/raw?channel=2f8a1d3e-0000-4000-8000-5b6c7d8e9f00&insecure-skip-verify=false&sourcetype=${each.key}"
  destination_credentials = { header_Authorization = "Splunk ${var.token}" }
  fields                  = compact(split(",", each.value))
}

resource "terraform_data" "token" {
  input = sha256("made by another resource")
}

resource "edge_logpush_job" "later" {
  zone_id          = "dddddddddddddddddddddddddddddddd"
  name             = "later"
  dataset          = "firewall_events"
  destination_conf = "r2://later/{DATE}?account-id=${local.account}"
  destination_credentials = {
    access-key-id     = terraform_data.token.id
    secret-access-key = sha256(terraform_data.token.output)
  }
  fields = ["Action", "RayID"]
}

# TODO: ownership_challenge is the variable google_ownership_challenge now. Set
# TF_VAR_google_ownership_challenge for the deploy that creates the job, or changes its destination.
resource "edge_logpush_job" "google" {
  zone_id             = "ffffffffffffffffffffffffffffffff"
  name                = "google"
  dataset             = "dns_logs"
  destination_conf    = "gs://example-logs/dns/{DATE}"
  fields              = ["QueryName", "Timestamp"]
  ownership_challenge = var.google_ownership_challenge
}

resource "edge_logpush_job" "newrelic" {
  zone_id                 = "ffffffffffffffffffffffffffffffff"
  name                    = "newrelic"
  destination_conf        = "https://log-api.example.com/log/v1?format=cloudflare"
  destination_credentials = { header_Api-Key = var.token, header_Content-Type = "application/json" }
  fields                  = ["ClientIP", "RayID"]
  timestamp_format        = "unix"
  filter                  = length(var.empty_filter) > 0 ? jsonencode(var.empty_filter) : null
}

resource "edge_custom_fields_ruleset" "example_com_custom_fields" {
  zone_id                     = local.zones.example_com
  request_headers             = ["x-request-id"]
  transformed_request_headers = ["x-transformed"]
  cookies                     = ["sessionId"]
}

resource "edge_logpush_job" "example_com_job" {
  zone_id          = local.zones.example_com
  dataset          = "firewall_events"
  destination_conf = local.destinations.logs_bucket_http
  fields           = ["Action", "ClientIP", "RayID"]
  filter = jsonencode({
    where = { key = "ClientCountry", operator = "!eq", value = "nl" }
  })
  enabled = false
}

resource "edge_logpush_job" "example_com_errors" {
  zone_id          = local.zones.example_com
  name             = "errors"
  destination_conf = local.destinations.logs_bucket_http
  fields           = local.field_sets.http_requests
  timestamp_format = "rfc3339"
  filter = jsonencode({
    where = {
      and = [
        { key = "EdgeResponseStatus", operator = "geq", value = "500" },
        { key = "ClientCountry", operator = "in", value = ["nl", "de"] },
      ]
    }
  })
}

resource "edge_logpush_job" "example_com_sampled" {
  zone_id          = local.zones.example_com
  name             = "sampled"
  destination_conf = "https://logs.example.net/ingest?tags=edge"
  fields           = local.field_sets.http_requests
  sample_rate      = 0.01
  output_options = {
    field_names     = local.field_sets.http_requests
    output_type     = "csv"
    batch_prefix    = "ClientIP;ClientRequestHost;EdgeResponseStatus;EdgeStartTimestamp;RayID;RequestHeaders\n"
    field_delimiter = ";"
  }
}

resource "edge_waf_migration" "example_com_waf" {
  zone_id                  = local.zones.example_com
  target                   = "complete"
  acknowledge_irreversible = true
}

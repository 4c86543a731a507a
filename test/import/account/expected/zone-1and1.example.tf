resource "edge_logpush_job" "zone_1and1_example_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" {
  zone_id          = local.zones.zone_1and1_example
  name             = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
  destination_conf = local.destinations.logs_bucket_http
  fields           = ["RayID"]
  max_upload_bytes = 5000000
}

resource "edge_logpush_job" "zone_1and1_example_unknown" {
  zone_id          = local.zones.zone_1and1_example
  name             = "unknown"
  destination_conf = "r2://pigeon?account-id=1"
  # "SomeNewField" is not among the fields of http_requests that this version knows, as of 2026-07. The service may have added it since.
  # The service has retired the field "WAFAction" of http_requests: existing jobs keep it, and it may stay empty. Its successor is "SecurityAction".
  fields           = ["RayID", "SomeNewField", "WAFAction"]
  timestamp_format = "rfc3339"
  # "NewCount" is not among the fields of http_requests that this version knows, as of 2026-07. The service may have added it since. (line 1, column 17)
  filter = jsonencode({
    where = { key = "NewCount", operator = "lt", value = "9" }
  })
  kind = "edge"
}

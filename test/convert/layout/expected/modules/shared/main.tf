resource "edge_logpush_job" "shared" {
  zone_id          = "00000000000000000000000000000003"
  enabled          = false
  destination_conf = "gs://logs"
  # "SomeNewField" is not among the fields of http_requests that this version knows, as of 2026-07. The
  # service may have added it since.
  # The service has retired the field "WAFAction" of http_requests: existing jobs keep it, and it may
  # stay empty. Its successor is "SecurityAction".
  fields = ["RayID", "SomeNewField", "WAFAction"]
  # timestamp_format is "rfc9999". This version knows "unixnano", "unix", "rfc3339", "rfc3339ms" or
  # "rfc3339ns", as of 2026-07. It sends another value as it is: the service may have added it since.
  timestamp_format = "rfc9999"
}

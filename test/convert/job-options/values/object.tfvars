zone_id = "023e105f4ecef8ad9ca31a8372d0c353"
fields  = ["ClientIP"]
pull    = "fields=RayID,ClientIP&timestamps=rfc3339"
where   = { key = "ClientRequestHost", operator = "eq", value = "example.com" }
output = {
  field_names      = ["RayID", "ClientIP"]
  timestamp_format = "rfc3339ns"
  cve_2021_44228   = true
  batch_prefix     = "x"
}

# What went wrong, for the on-call team.
resource "cloudflare_logpush_job" "errors" {
  zone_id          = "00000000000000000000000000000001"
  name             = "errors"
  enabled          = true
  # Ask the data team before you change it.
  destination_conf = "s3://${terraform_data.a.output}/http?region=eu-central-1"
  logpull_options  = "fields=RayID,EdgeResponseStatus&timestamps=rfc3339"
  filter           = "{\"where\":{\"and\":[{\"key\":\"EdgeResponseStatus\",\"operator\":\"geq\",\"value\":\"500\"}]}}"
}

resource "cloudflare_logpush_job" "größe" {
  zone_id          = "00000000000000000000000000000001"
  name             = "size"
  enabled          = true
  destination_conf = "s3://logs?region=eu-central-1"
  logpull_options  = "fields=RayID"
}

resource "cloudflare_logpush_job" "Default" {
  zone_id          = "00000000000000000000000000000001"
  name             = "default"
  enabled          = true
  destination_conf = "s3://logs?region=eu-central-1"
  logpull_options  = "fields=RayID"
}

resource "cloudflare_logpush_job" "shared" {
  zone_id          = "00000000000000000000000000000003"
  name             = ""
  destination_conf = "gs://logs"
  logpull_options  = "fields=RayID,SomeNewField,WAFAction&timestamps=rfc9999"
  something_new    = "x"
}

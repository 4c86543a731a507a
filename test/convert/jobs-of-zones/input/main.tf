variable "zones" { default = {} }

# What went wrong, for the on-call team.
resource "cloudflare_logpush_job" "errors" {
  for_each         = var.zones
  zone_id          = each.value
  name             = "errors-${each.key}" # as it was
  enabled          = true
  destination_conf = "https://logs.example/${each.key}"
  logpull_options  = "fields=RayID,EdgeResponseStatus&timestamps=rfc3339"
}

output "ids" {
  value = { for name, job in cloudflare_logpush_job.errors : name => job.id }
}

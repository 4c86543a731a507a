locals {
  pool = "77777777777777777777777777777777"
}

# The custom fields of the shop.
resource "cloudflare_ruleset" "fields" {
  zone_id = var.zones["shop"]
  name    = "Custom fields"
  kind    = "zone"
  phase   = "http_log_custom_fields"
  rules {
    action     = "log_custom_field"
    expression = "true"
    action_parameters {
      request_fields = ["x-request-id"]
    }
  }
}

resource "cloudflare_logpush_job" "requests" {
  for_each = var.zones

  zone_id          = each.value
  name             = "requests.${each.key}" # as it was
  enabled          = true
  dataset          = "http_requests"
  destination_conf = "s3://shop-logs/{DATE}?region=eu-central-1"
  logpull_options  = "fields=RayID&timestamps=rfc3339"
  depends_on       = [cloudflare_ruleset.fields]
}

resource "terraform_data" "after" {
  input = [for name, job in cloudflare_logpush_job.requests : "${name}-${job.id}"]

  depends_on = [cloudflare_ruleset.fields, cloudflare_notification_policy.health]
}

output "shop" {
  value = cloudflare_logpush_job.requests["shop"].id
}

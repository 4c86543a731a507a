# Layout  of	its own.
locals {a =1}

### Errors ###
# First.
resource "cloudflare_logpush_job" "errors" {
  for_each = var.zones
  # About the zone.
  zone_id = each.value // and its value
  name = "errors-${each.key}" /* not in
     the object */
  dataset = "http_requests"
  enabled = true
  destination_conf = "s3://logs/${each.key}?region=eu-central-1"
  ### Turns
  # on what
  logpull_options = "fields=RayID"
  filter = <<EOT
{
  "where": { "key": "ClientRequestHost", "operator": "eq", "value": "${each.key}\"$${x}" }
}
EOT
  lifecycle { create_before_destroy = true }
  # TODO(me)
}

# Second.
# On two lines.
resource "cloudflare_logpush_ownership_challenge" "errors" {
  zone_id = local.main # of the zone
  destination_conf = "s3://logs/main?region=eu-central-1"
}

import {
  to = cloudflare_logpush_job.errors["main"]
  id = "zone/00000000000000000000000000000001/7"
}

import {
  to = terraform_data.b
  id = "b"
}

moved {
  from = cloudflare_logpush_job.old
  to   = cloudflare_logpush_job.errors
}
  // end


variable "zones" {}   
locals { main = "00000000000000000000000000000001" }

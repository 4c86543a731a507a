# Layout  of	its own.
locals {a =1}

### Errors ###
# First.
# TODO(me)
resource "edge_logpush_job" "errors" {
  for_each = var.zones

  # About the zone.
  # and its value
  zone_id = each.value
  # not in
  # the object
  name             = "errors-${each.key}"
  destination_conf = "s3://logs/${each.key}?region=eu-central-1"
  ### Turns
  # on what
  fields = ["RayID"]
  filter = "{\r\n  \"where\": { \"key\": \"ClientRequestHost\", \"operator\": \"eq\", \"value\": \"${each.key}\\\"$${x}\" }\r\n}\r\n"

  lifecycle {
    create_before_destroy = true
  }
}

# Second.
# On two lines.
resource "cloudflare_logpush_ownership_challenge" "errors" {
  zone_id = local.main # of the zone
  destination_conf = "s3://logs/main?region=eu-central-1"
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

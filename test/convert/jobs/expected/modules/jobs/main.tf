variable "zones" { type = map(string) }
variable "challenges" { type = map(string) }

resource "cloudflare_logpush_ownership_challenge" "this" {
  for_each         = var.zones
  zone_id          = each.value
  destination_conf = "gs://logs/${each.key}"
}

resource "edge_logpush_job" "this" {
  for_each = var.zones

  zone_id                 = each.value
  name                    = "module-${each.key}"
  destination_conf        = local.this_destination[each.key].conf
  destination_credentials = local.this_destination[each.key].credentials
  ownership_challenge     = try(var.challenges[each.key], cloudflare_logpush_ownership_challenge.this[each.key].ownership_challenge_filename)
}

locals {
  this_destination = { for each_key, each_value in var.zones : each_key => provider::edge::destination(cloudflare_logpush_ownership_challenge.this[each_key].destination_conf) }
}

# A token in the code.
# TODO: ownership_challenge is the variable literal_ownership_challenge now. Set
# TF_VAR_literal_ownership_challenge for the deploy that creates the job, or changes its destination.
resource "edge_logpush_job" "literal" {
  count = length(var.zones)

  zone_id             = values(var.zones)[count.index]
  name                = "literal"
  destination_conf    = "gs://logs/literal"
  ownership_challenge = var.literal_ownership_challenge
}

locals {
  zone = "00000000000000000000000000000001"
}

# One instance exists, one is imported, and one is new.
resource "cloudflare_logpush_job" "http" {
  for_each         = toset(["a", "b", "c"])
  zone_id          = local.zone
  name             = each.key
  enabled          = true
  destination_conf = "gs://logs"
  logpull_options  = "fields=RayID"
  something_new    = "x"
}

import {
  to = cloudflare_logpush_job.http["b"]
  id = "zone/${local.zone}/8"
}

# A move would take the second instance with it, whose code has gone.
resource "cloudflare_logpush_job" "counted" {
  count            = 1
  zone_id          = local.zone
  name             = "counted-${count.index}"
  enabled          = true
  destination_conf = "gs://logs"
  logpull_options  = "fields=RayID"
}

resource "cloudflare_logpush_job" "kept" {
  count            = 1
  zone_id          = local.zone
  name             = "kept"
  destination_conf = "gs://logs"
  filter           = ["of a shape that no version takes"]
}

resource "cloudflare_waf_group" "a" {
  zone_id  = local.zone
  group_id = "g1"
  mode     = "off"
}

resource "cloudflare_waf_rule" "core" {
  zone_id = local.zone
  rule_id = "960015"
  mode    = "off"
}

resource "cloudflare_waf_package" "owasp" {
  zone_id     = local.zone
  package_id  = "c504870194831cd12c3fc0284f294abb"
  sensitivity = "low"
  action_mode = "block"
}

# Of a package that nothing tells.
resource "cloudflare_waf_group" "unknown" {
  zone_id  = local.zone
  group_id = "g3"
  mode     = "off"
}

resource "cloudflare_waf_override" "uploads" {
  zone_id        = local.zone
  urls           = ["example.com/upload"]
  rewrite_action = { block = "disable", challenge = "disable", simulate = "disable" }
}

# The address itself is the secret.
resource "cloudflare_logpush_job" "sumo" {
  zone_id          = local.zone
  name             = "sumo"
  enabled          = true
  destination_conf = "sumo://endpoint.example.com/receiver/v1/http/made-up-4"
}

# Beyond the previous limits.
resource "cloudflare_ruleset" "fields" {
  zone_id = local.zone
  phase   = "http_log_custom_fields"
  rules   = [{ action = "log_custom_field", expression = "true", action_parameters = { raw_response_fields = [{ name = "x-a" }] } }]
}

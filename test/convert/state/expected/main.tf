locals {
  zone = "00000000000000000000000000000001"
}

# One instance exists, one is imported, and one is new.
resource "edge_logpush_job" "http" {
  for_each = toset(["a", "b", "c"])

  zone_id          = local.zone
  name             = each.key
  destination_conf = "gs://logs"
  fields           = ["RayID"]
}

# A move would take the second instance with it, whose code has gone.
# TODO: The state has cloudflare_logpush_job.counted[1], and the code does not: the next apply would
# delete it at the service. The state forgets it instead. Delete it at the service if it is not
# wanted; `edge-platform import` writes code for it.
resource "edge_logpush_job" "counted" {
  count = 1

  zone_id          = local.zone
  name             = "counted-${count.index}"
  destination_conf = "gs://logs"
  fields           = ["RayID"]
}

# TODO: filter is a list, and a text is expected. The block stays as it is.
# TODO: The state has cloudflare_logpush_job.kept[1], and the code does not: the next apply deletes it
# at the service. The block stays, so only `terraform state rm` can prevent it.
resource "cloudflare_logpush_job" "kept" {
  count            = 1
  zone_id          = local.zone
  name             = "kept"
  destination_conf = "gs://logs"
  filter           = ["of a shape that no version takes"]
}

# Of a package that nothing tells.
resource "edge_waf_migration" "waf" {
  count = var.acknowledge_waf_migration ? 1 : 0

  zone_id                  = local.zone
  target                   = "complete"
  acknowledge_irreversible = var.acknowledge_waf_migration
  expected_previous = {
    groups                = { g1 = "off", g3 = "off" }
    rules                 = { "960015" = "off" }
    package_sensitivities = { c504870194831cd12c3fc0284f294abb = "low" }
    package_action_modes  = { c504870194831cd12c3fc0284f294abb = "block" }
  }
  delete_uri_overrides = true
  rule_overrides = [
    {
      rule_id         = "6179ae15870a4bb7b2d480d4843b323c"
      ruleset_id      = "4814384a9e5d4991b9815dcfc25d2f1f"
      score_threshold = 60
    },
  ]
  skip_rules = [
    {
      expression  = "http.host eq \"example.com\" and http.request.uri wildcard \"/upload\""
      description = "WAF override uploads"
    },
  ]
}

# The address itself is the secret.
# TODO: Values in destination_conf are variables now (sumo_destination): set each with TF_VAR_<name>.
# The history of the code has those that are secrets, so replace them at the destination. The address
# of a sumo destination is a secret, and the state and saved plans have it, as before.
resource "edge_logpush_job" "sumo" {
  zone_id          = local.zone
  name             = "sumo"
  destination_conf = var.sumo_destination
}

# Beyond the previous limits.
resource "edge_custom_fields_ruleset" "fields" {
  zone_id              = local.zone
  raw_response_headers = ["x-a"]
}

# Log delivery, pool notifications and the WAF migration of one zone, without a CDK. In this folder:
#
#   npx edge-platform provider install    # puts the provider into terraform.d/plugins, and locks it
#   export EDGE_API_TOKEN=…               # for an emulator, EDGE_BASE_URL too
#   terraform init
#   terraform apply

terraform {
  required_version = ">= 1.11"

  required_providers {
    edge = {
      source  = "terraform.local/edge-platform/edge"
      version = "0.1.0"
    }
  }
}

# Credentials come from the environment.
provider "edge" {}

resource "edge_custom_fields_ruleset" "fields" {
  zone_id          = var.zone_id
  request_headers  = ["x-request-id"]
  response_headers = ["server-timing"]
  cookies          = ["session_id"]
}

# `edge-platform logs fields http_requests` lists the fields.
resource "edge_logpush_job" "failures" {
  zone_id             = var.zone_id
  name                = "failures"
  destination_conf    = var.destination
  ownership_challenge = var.ownership_challenge
  fields              = ["RayID", "EdgeStartTimestamp", "EdgeResponseStatus", "RequestHeaders", "ResponseHeaders", "Cookies"]
  timestamp_format    = "rfc3339"

  filter = provider::edge::filter("EdgeResponseStatus >= 500")

  # The custom fields are there before the first line.
  depends_on = [edge_custom_fields_ruleset.fields]
}

# Keeps the recipients of the pools' legacy e-mails, and clears these once the policy covers them.
resource "edge_pool_notification_policy" "health" {
  account_id            = var.account_id
  name                  = "Health of all pools"
  all_pools             = true
  email_addresses       = var.on_call
  carry_over_recipients = true
}

# Irreversible, and so off by default. `edge-platform waf report --zone <id>` shows what it changes.
resource "edge_waf_migration" "waf" {
  count = var.migrate_waf ? 1 : 0

  zone_id                  = var.zone_id
  target                   = "validation"
  acknowledge_irreversible = true
}

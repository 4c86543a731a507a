resource "edge_logpush_job" "audit" {
  account_id       = local.accounts.example_inc
  name             = "audit"
  dataset          = "audit_logs"
  destination_conf = local.destinations.logs_bucket_http
  fields           = ["ActionType", "ActorEmail", "When"]
  timestamp_format = "rfc3339"
}

resource "edge_pool_notification_policy" "pools_of_the_eu" {
  account_id      = local.accounts.example_inc
  name            = "Pools of the EU"
  pool_ids        = [local.pools.eu_west, local.pools.eu_east]
  email_addresses = local.recipients.ops_and_eu
  # Pools still have legacy e-mails. "covered" clears those of the pools of this policy.
  clear_legacy_email = "none"
}

resource "edge_pool_notification_policy" "pools_of_the_us" {
  account_id      = local.accounts.example_inc
  name            = "Pools of the US"
  pool_ids        = [local.pools.us]
  new_health      = ["Unhealthy"]
  email_addresses = local.recipients.ops_and_eu
  webhook_ids     = [local.webhooks.chat_of_on_call]
}

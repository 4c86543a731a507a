resource "edge_pool_notification_policy" "health" {
  account_id         = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
  name               = "Health"
  pool_ids           = [local.pool]
  new_health         = ["Unhealthy"]
  email_addresses    = ["ops@shop.example"]
  clear_legacy_email = "none"
}

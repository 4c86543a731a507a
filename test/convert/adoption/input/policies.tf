resource "cloudflare_notification_policy" "health" {
  account_id = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
  name       = "Health"
  enabled    = true
  alert_type = "load_balancing_health_alert"

  email_integration {
    id = "ops@shop.example"
  }

  filters {
    pool_id      = [local.pool]
    new_health   = ["Unhealthy"]
    event_source = ["pool", "origin"]
  }
}

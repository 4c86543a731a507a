variable "account_id" { type = string }
variable "alerts" { type = map(object({ type = string, email = string })) }

# Alerts of all kinds.
resource "cloudflare_notification_policy" "alert" {
  for_each   = var.alerts
  account_id = var.account_id
  name       = each.key
  alert_type = each.value.type
  enabled    = true
  email_integration {
    id = each.value.email
  }
}

variable "pool_alerts" { type = map(object({ type = string, pools = list(string) })) }
resource "edge_pool_notification_policy" "pools" {
  for_each = var.pool_alerts

  account_id         = var.account_id
  name               = each.key
  pool_ids           = each.value.pools
  email_addresses    = ["ops@example.com"]
  clear_legacy_email = "none"

  lifecycle {
    precondition {
      condition     = each.value.type == "load_balancing_health_alert"
      error_message = "The policy is for load_balancing_health_alert only."
    }
  }
}
locals {
  types = { health = "load_balancing_health_alert" }
}
resource "edge_pool_notification_policy" "fixed" {
  account_id         = var.account_id
  name               = "fixed"
  pool_ids           = ["083c3cf50b8c576150fc0da1a33c6867"]
  email_addresses    = ["ops@example.com"]
  clear_legacy_email = "none"
}

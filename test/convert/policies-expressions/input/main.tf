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
resource "cloudflare_notification_policy" "pools" {
  for_each   = var.pool_alerts
  account_id = var.account_id
  name       = each.key
  alert_type = each.value.type
  enabled    = true
  email_integration {
    id = "ops@example.com"
  }
  filters {
    pool_id = each.value.pools
  }
}
locals {
  types = { health = "load_balancing_health_alert" }
}
resource "cloudflare_notification_policy" "fixed" {
  account_id = var.account_id
  name       = "fixed"
  alert_type = local.types.health
  enabled    = true
  email_integration {
    id = "ops@example.com"
  }
  filters {
    pool_id = ["083c3cf50b8c576150fc0da1a33c6867"]
  }
}

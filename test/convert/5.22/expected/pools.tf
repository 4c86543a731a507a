resource "cloudflare_load_balancer_pool" "primary" {
  account_id      = var.account_id
  name            = "primary"
  description     = "Primary data center"
  enabled         = true
  minimum_origins = 1

  origins = [{
    name    = "app-1"
    address = "192.0.2.1"
    enabled = true
    weight  = 0.6
    header = {
      host = ["shop.example"]
    }
  }]

  notification_filter = {
    pool = {
      disable = false
      healthy = false
    }
  }

  lifecycle {
    ignore_changes = [notification_email]
  }
}

resource "cloudflare_load_balancer_pool" "secondary" {
  account_id = var.account_id
  name       = "secondary"

  origins = [
    { name = "app-1", address = "198.51.100.1" },
    { name = "app-2", address = "198.51.100.2" },
  ]

  lifecycle {
    ignore_changes = [notification_email]
  }
}

resource "edge_pool_notification_policy" "pools" {
  account_id         = var.account_id
  name               = "Pools of the shop"
  description        = "Health of the pools"
  pool_ids           = [cloudflare_load_balancer_pool.primary.id]
  event_sources      = ["pool"]
  email_addresses    = ["team@shop.example"]
  webhook_ids        = ["7c1e0b5d2a9f4c63b8d7e6f5a4b3c2d1"]
  clear_legacy_email = "none"
}

# Replaces notification_email of the pools: the provider clears it as soon as the policy exists.
resource "edge_pool_notification_policy" "primary_health" {
  account_id      = var.account_id
  name            = "Health of pools (primary)"
  pool_ids        = [cloudflare_load_balancer_pool.primary.id]
  email_addresses = ["ops@shop.example", "web@shop.example"]
}

# Replaces notification_email of the pools: the provider clears it as soon as the policy exists.
resource "edge_pool_notification_policy" "secondary_health" {
  account_id      = var.account_id
  name            = "Health of pools (secondary)"
  pool_ids        = [cloudflare_load_balancer_pool.secondary.id]
  email_addresses = ["ops@shop.example"]
}

module "pools" {
  source = "./modules/pools"

  account_id         = var.account_id
  notification_email = "ops@shop.example"
}

resource "cloudflare_load_balancer_pool" "static" {
  account_id = var.account_id
  name       = "static"

  origins {
    name    = "static-1"
    address = "192.0.2.10"
  }

  lifecycle {
    ignore_changes = [origins, notification_email]
  }
}

resource "edge_pool_notification_policy" "pools" {
  account_id         = var.account_id
  name               = "Pools of the shop"
  description        = "Health of the pools"
  pool_ids           = [module.pools.ids["eu"], cloudflare_load_balancer_pool.static.id]
  new_health         = ["Unhealthy"]
  email_addresses    = ["team@shop.example"]
  webhook_ids        = ["7c1e0b5d2a9f4c63b8d7e6f5a4b3c2d1"]
  pagerduty_ids      = ["5b2d9c7e1f3a4860b9d8c7e6f5a4b3c2"]
  clear_legacy_email = "none"
}

# Replaces notification_email of the pools: the provider clears it as soon as the policy exists.
resource "edge_pool_notification_policy" "static_health" {
  account_id      = var.account_id
  name            = "Health of pools (static)"
  pool_ids        = [cloudflare_load_balancer_pool.static.id]
  email_addresses = ["ops@shop.example", "web@shop.example"]
}

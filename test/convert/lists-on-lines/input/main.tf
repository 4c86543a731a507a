variable "account_id" { type = string }
variable "watchers" { type = list(string) }
variable "pools" { type = map(string) }

resource "cloudflare_load_balancer_pool" "each" {
  for_each   = var.pools
  account_id = var.account_id
  name       = each.key
}

resource "cloudflare_notification_policy" "health" {
  account_id = var.account_id
  name       = "health"
  alert_type = "load_balancing_health_alert"
  enabled    = true

  mechanisms = {
    email = [
      # Those who watch.
      for watcher in var.watchers : {
        id = watcher
      }
    ]
  }

  filters = {
    pool_id = [
      for name in keys(var.pools) : cloudflare_load_balancer_pool.each[name].id
    ]
  }
}

variable "account_id" { type = string }
variable "watchers" { type = list(string) }
variable "pools" { type = map(string) }

resource "cloudflare_load_balancer_pool" "each" {
  for_each   = var.pools
  account_id = var.account_id
  name       = each.key
}

resource "edge_pool_notification_policy" "health" {
  account_id = var.account_id
  name       = "health"
  pool_ids = [
    for name in keys(var.pools) : cloudflare_load_balancer_pool.each[name].id
  ]
  email_addresses = [for recipient in [
    # Those who watch.
    for watcher in var.watchers : {
      id = watcher
    }
  ] : recipient.id]
  clear_legacy_email = "none"
}

variable "account_id" { type = string }
variable "names" { type = set(string) }

resource "cloudflare_load_balancer_pool" "this" {
  for_each   = var.names
  account_id = var.account_id
  name       = each.value

  lifecycle {
    ignore_changes = [notification_email]
  }
}

# Replaces notification_email of the pools: the provider clears it as soon as the policy exists.
resource "edge_pool_notification_policy" "this_health" {
  count = length(var.names) > 0 ? 1 : 0

  account_id      = var.account_id
  name            = "Health of pools (this, ${try(element(values(cloudflare_load_balancer_pool.this)[*].id, 0), "no pool")})"
  pool_ids        = values(cloudflare_load_balancer_pool.this)[*].id
  email_addresses = ["ops@example.com"]
}

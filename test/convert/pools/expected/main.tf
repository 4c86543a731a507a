variable "account_id" {
  type = string
}

variable "email" {
  type = string
}

resource "cloudflare_load_balancer_pool" "eu" {
  account_id = var.account_id
  name       = "eu"

  origins {
    name    = "one"
    address = "192.0.2.1"
  }

  lifecycle {
    ignore_changes = [notification_email]
  }
}

# Replaces notification_email of the pools: the provider clears it as soon as the policy exists.
resource "edge_pool_notification_policy" "eu_health" {
  count = try(length(var.email) > 0, false) ? 1 : 0

  account_id      = var.account_id
  name            = "Health of pools (eu)"
  pool_ids        = [cloudflare_load_balancer_pool.eu.id]
  email_addresses = [for address in regexall("(?:\\s*\"(?:[^\"\\\\]|\\\\.)*\")?[^,;]+", var.email) : trimspace(address)]
}

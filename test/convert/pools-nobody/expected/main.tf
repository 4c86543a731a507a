variable "account_id" { type = string }
variable "email" { default = null }

variable "names" {
  type    = set(string)
  default = []
}

variable "size" { default = 0 }

# Nobody is notified where the e-mail is null or empty.
resource "cloudflare_load_balancer_pool" "one" {
  account_id = var.account_id
  name       = "one"

  lifecycle {
    ignore_changes = [notification_email]
  }
}

# Nor where there is no pool.
resource "cloudflare_load_balancer_pool" "some" {
  for_each   = var.names
  account_id = var.account_id
  name       = each.value

  lifecycle {
    ignore_changes = [notification_email]
  }
}

# Two blocks with the same recipients, each with its own condition.
resource "cloudflare_load_balancer_pool" "left" {
  count      = var.size
  account_id = var.account_id
  name       = "left-${count.index}"

  lifecycle {
    ignore_changes = [notification_email]
  }
}

resource "cloudflare_load_balancer_pool" "right" {
  for_each   = var.names
  account_id = var.account_id
  name       = "right-${each.value}"

  lifecycle {
    ignore_changes = [notification_email]
  }
}

# Replaces notification_email of the pools: the provider clears it as soon as the policy exists.
resource "edge_pool_notification_policy" "one_health" {
  count = can(regex("[^\\s,;]", var.email)) ? 1 : 0

  account_id      = var.account_id
  name            = "Health of pools (one)"
  pool_ids        = [cloudflare_load_balancer_pool.one.id]
  email_addresses = [for address in regexall("(?:\\s*\"(?:[^\"\\\\]|\\\\.)*\")?[^,;]+", var.email) : trimspace(address) if trimspace(address) != ""]
}

# Replaces notification_email of the pools: the provider clears it as soon as the policy exists.
resource "edge_pool_notification_policy" "some_health" {
  count = length(var.names) > 0 ? 1 : 0

  account_id      = var.account_id
  name            = "Health of pools (some)"
  pool_ids        = values(cloudflare_load_balancer_pool.some)[*].id
  email_addresses = ["ops@example.com"]
}

# Replaces notification_email of the pools: the provider clears it as soon as the policy exists.
resource "edge_pool_notification_policy" "pool_health" {
  count = var.size > 0 || length(var.names) > 0 ? 1 : 0

  account_id      = var.account_id
  name            = "Health of pools (left)"
  pool_ids        = concat(cloudflare_load_balancer_pool.left[*].id, values(cloudflare_load_balancer_pool.right)[*].id)
  email_addresses = [for address in regexall("(?:\\s*\"(?:[^\"\\\\]|\\\\.)*\")?[^,;]+", "oncall+${var.account_id}@example.com") : trimspace(address) if trimspace(address) != ""]
}

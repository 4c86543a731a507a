variable "account_id" { type = string }
variable "pools" { default = {} }
variable "emails" { default = [] }

resource "cloudflare_load_balancer_pool" "web" {
  for_each   = var.pools
  account_id = var.account_id
  name       = each.key

  lifecycle {
    ignore_changes = [notification_email]
  }
}

resource "cloudflare_load_balancer_pool" "counted" {
  count      = length(var.emails)
  account_id = var.account_id
  name       = "counted-${count.index}"

  lifecycle {
    ignore_changes = [notification_email]
  }
}

# The recipient has a name in front of it, so it is never empty.
resource "cloudflare_load_balancer_pool" "region" {
  for_each   = toset(["eu", "us"])
  account_id = var.account_id
  name       = "region-${each.key}"

  lifecycle {
    ignore_changes = [notification_email]
  }
}

# Replaces notification_email of the pools: the provider clears it as soon as the policy exists.
resource "edge_pool_notification_policy" "web_health" {
  for_each = { for each_key, each_value in var.pools : each_key => each_value if can(regex("[^\\s,;]", lookup({ "each.key" = "" }, each_key, try(each_value.email, null)))) }

  account_id      = var.account_id
  name            = "Health of pools (web, ${each.key})"
  pool_ids        = [cloudflare_load_balancer_pool.web[each.key].id]
  email_addresses = [for address in regexall("(?:\\s*\"(?:[^\"\\\\]|\\\\.)*\")?[^,;]+", lookup({ "each.key" = "" }, each.key, try(each.value.email, null))) : trimspace(address) if trimspace(address) != ""]
}

# Replaces notification_email of the pools: the provider clears it as soon as the policy exists.
resource "edge_pool_notification_policy" "counted_health" {
  for_each = { for count_index in range(length(var.emails)) : tostring(count_index) => count_index if can(regex("[^\\s,;]", var.emails[count_index])) }

  account_id      = var.account_id
  name            = "Health of pools (counted, ${each.key})"
  pool_ids        = [cloudflare_load_balancer_pool.counted[each.value].id]
  email_addresses = [for address in regexall("(?:\\s*\"(?:[^\"\\\\]|\\\\.)*\")?[^,;]+", var.emails[each.value]) : trimspace(address) if trimspace(address) != ""]
}

# Replaces notification_email of the pools: the provider clears it as soon as the policy exists.
resource "edge_pool_notification_policy" "region_health" {
  for_each = toset(["eu", "us"])

  account_id      = var.account_id
  name            = "Health of pools (region, ${each.key})"
  pool_ids        = [cloudflare_load_balancer_pool.region[each.key].id]
  email_addresses = [for address in regexall("(?:\\s*\"(?:[^\"\\\\]|\\\\.)*\")?[^,;]+", "ops-${each.key}@example.com") : trimspace(address) if trimspace(address) != ""]
}

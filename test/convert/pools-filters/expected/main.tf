variable "account_id" { type = string }
variable "filter" { default = null }
variable "healthy" { default = null }
variable "pools" { default = {} }

# The filter is wholly a variable, which may be null.
resource "cloudflare_load_balancer_pool" "open" {
  account_id          = var.account_id
  name                = "open"
  notification_filter = var.filter

  lifecycle {
    ignore_changes = [notification_email]
  }
}

# A part of it is.
resource "cloudflare_load_balancer_pool" "part" {
  account_id = var.account_id
  name       = "part"
  notification_filter = {
    pool   = { healthy = var.healthy }
    origin = { disable = true }
  }

  lifecycle {
    ignore_changes = [notification_email]
  }
}

# Each pool has its own.
resource "cloudflare_load_balancer_pool" "each" {
  for_each            = var.pools
  account_id          = var.account_id
  name                = each.key
  notification_filter = try(each.value.filter, null)

  lifecycle {
    ignore_changes = [notification_email]
  }
}

# Pools and origins report different events, which a policy does not have.
resource "cloudflare_load_balancer_pool" "mixed" {
  account_id = var.account_id
  name       = "mixed"
  notification_filter = {
    pool   = { healthy = false }
    origin = {}
  }

  lifecycle {
    ignore_changes = [notification_email]
  }
}

# Nothing is reported.
resource "cloudflare_load_balancer_pool" "silent" {
  account_id         = var.account_id
  name               = "silent"
  notification_email = "ops@example.com"
  notification_filter = {
    pool   = { disable = true }
    origin = { disable = true }
  }
}

# Replaces notification_email of the pools: the provider clears it as soon as the policy exists.
resource "edge_pool_notification_policy" "open_health" {
  count = anytrue([for source in ["pool", "origin"] : try(var.filter[source].disable, null) != true]) ? 1 : 0

  account_id      = var.account_id
  name            = "Health of pools (open)"
  pool_ids        = [cloudflare_load_balancer_pool.open.id]
  email_addresses = ["ops@example.com"]
  event_sources   = [for source in ["pool", "origin"] : source if try(var.filter[source].disable, null) != true]
  new_health      = [for health in ["Unhealthy", "Healthy"] : health if anytrue([for source in ["pool", "origin"] : try(var.filter[source].disable, null) != true && try(var.filter[source].healthy, null) != (health == "Unhealthy")])]
}

# Replaces notification_email of the pools: the provider clears it as soon as the policy exists.
resource "edge_pool_notification_policy" "part_health" {
  count = anytrue([for source in ["pool", "origin"] : try({ "pool" = { "healthy" = var.healthy }, "origin" = { "disable" = true } }[source].disable, null) != true]) ? 1 : 0

  account_id      = var.account_id
  name            = "Health of pools (part)"
  pool_ids        = [cloudflare_load_balancer_pool.part.id]
  email_addresses = ["ops@example.com"]
  event_sources   = [for source in ["pool", "origin"] : source if try({ "pool" = { "healthy" = var.healthy }, "origin" = { "disable" = true } }[source].disable, null) != true]
  new_health      = [for health in ["Unhealthy", "Healthy"] : health if anytrue([for source in ["pool", "origin"] : try({ "pool" = { "healthy" = var.healthy }, "origin" = { "disable" = true } }[source].disable, null) != true && try({ "pool" = { "healthy" = var.healthy }, "origin" = { "disable" = true } }[source].healthy, null) != (health == "Unhealthy")])]
}

# Replaces notification_email of the pools: the provider clears it as soon as the policy exists.
resource "edge_pool_notification_policy" "each_health" {
  for_each = { for each_key, each_value in var.pools : each_key => each_value if anytrue([for source in ["pool", "origin"] : try(try(each_value.filter, null)[source].disable, null) != true]) }

  account_id      = var.account_id
  name            = "Health of pools (each, ${each.key})"
  pool_ids        = [cloudflare_load_balancer_pool.each[each.key].id]
  email_addresses = ["ops@example.com"]
  event_sources   = [for source in ["pool", "origin"] : source if try(try(each.value.filter, null)[source].disable, null) != true]
  new_health      = [for health in ["Unhealthy", "Healthy"] : health if anytrue([for source in ["pool", "origin"] : try(try(each.value.filter, null)[source].disable, null) != true && try(try(each.value.filter, null)[source].healthy, null) != (health == "Unhealthy")])]
}

# Replaces notification_email of the pools: the provider clears it as soon as the policy exists.
resource "edge_pool_notification_policy" "mixed_health" {
  account_id      = var.account_id
  name            = "Health of pools (mixed)"
  pool_ids        = [cloudflare_load_balancer_pool.mixed.id]
  email_addresses = ["ops@example.com"]
}

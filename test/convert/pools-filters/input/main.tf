variable "account_id" { type = string }
variable "filter" { default = null }
variable "healthy" { default = null }
variable "pools" { default = {} }

# The filter is wholly a variable, which may be null.
resource "cloudflare_load_balancer_pool" "open" {
  account_id          = var.account_id
  name                = "open"
  notification_email  = "ops@example.com"
  notification_filter = var.filter
}

# A part of it is.
resource "cloudflare_load_balancer_pool" "part" {
  account_id         = var.account_id
  name               = "part"
  notification_email = "ops@example.com"
  notification_filter = {
    pool   = { healthy = var.healthy }
    origin = { disable = true }
  }
}

# Each pool has its own.
resource "cloudflare_load_balancer_pool" "each" {
  for_each            = var.pools
  account_id          = var.account_id
  name                = each.key
  notification_email  = "ops@example.com"
  notification_filter = try(each.value.filter, null)
}

# Pools and origins report different events, which a policy does not have.
resource "cloudflare_load_balancer_pool" "mixed" {
  account_id         = var.account_id
  name               = "mixed"
  notification_email = "ops@example.com"
  notification_filter = {
    pool   = { healthy = false }
    origin = {}
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

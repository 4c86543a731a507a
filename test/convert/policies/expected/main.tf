variable "account_id" { type = string }
variable "filters" { default = null }
variable "recipients" { default = null }
variable "emails" { default = [] }
variable "policies" { default = {} }

# 5.x, with members of its own, and one that a policy of pools does not have.
resource "edge_pool_notification_policy" "health" {
  account_id      = var.account_id
  name            = "health"
  pool_ids        = [cloudflare_load_balancer_pool.covered.id]
  email_addresses = ["OPS@example.com"]
  webhook_ids     = (var.recipients == null ? null : try(var.recipients.webhooks, null)) == null ? null : [for recipient in var.recipients == null ? null : try(var.recipients.webhooks, null) : recipient.id]
}

# Wholly variables.
resource "edge_pool_notification_policy" "open" {
  account_id         = var.account_id
  name               = "open"
  enabled            = var.filters != null
  pool_ids           = try((var.filters == null ? { pool_id = [cloudflare_load_balancer_pool.quiet.id] } : var.filters).pool_id, null)
  new_health         = try((var.filters == null ? { pool_id = [cloudflare_load_balancer_pool.quiet.id] } : var.filters).new_health, null)
  event_sources      = try((var.filters == null ? { pool_id = [cloudflare_load_balancer_pool.quiet.id] } : var.filters).event_source, null)
  email_addresses    = try([for recipient in var.recipients.email : recipient.id], null)
  webhook_ids        = try([for recipient in var.recipients.webhooks : recipient.id], null)
  pagerduty_ids      = try([for recipient in var.recipients.pagerduty : recipient.id], null)
  clear_legacy_email = "none"
}

resource "edge_pool_notification_policy" "each" {
  for_each = var.policies

  account_id         = var.account_id
  name               = each.key
  pool_ids           = each.value.pools
  email_addresses    = try([for recipient in each.value.mechanisms.email : recipient.id], null)
  webhook_ids        = try([for recipient in each.value.mechanisms.webhooks : recipient.id], null)
  pagerduty_ids      = try([for recipient in each.value.mechanisms.pagerduty : recipient.id], null)
  clear_legacy_email = "none"
}

# Blocks of 4.x, some of them dynamic.
resource "edge_pool_notification_policy" "blocks" {
  account_id         = var.account_id
  name               = "blocks"
  pool_ids           = [cloudflare_load_balancer_pool.quiet.id]
  new_health         = ["Unhealthy"]
  email_addresses    = [for recipient in [for email_integration in [for edge_key, edge_value in concat(var.emails, ["ops@example.com"]) : { key = edge_key, value = edge_value }] : { id = email_integration.value }] : recipient.id]
  clear_legacy_email = "none"
}

# These stay.
# TODO: It lists no pools, and the new policy lists them. Set pool_ids or all_pools when you convert
# it by hand. The block stays as it is.
resource "cloudflare_notification_policy" "all" {
  account_id = var.account_id
  name       = "all pools"
  alert_type = "load_balancing_health_alert"
  enabled    = true

  email_integration {
    id = "ops@example.com"
  }
}

resource "cloudflare_notification_policy" "certificates" {
  account_id = var.account_id
  name       = "certificates"
  alert_type = "universal_ssl_event_type"
}

# The policy above notifies its recipient of all that its e-mail reports.
resource "cloudflare_load_balancer_pool" "covered" {
  account_id = var.account_id
  name       = "covered"

  lifecycle {
    ignore_changes = [notification_email]
  }
}

# With another value, no policy would notify the address.
resource "cloudflare_load_balancer_pool" "open" {
  account_id = var.account_id
  name       = "open"

  lifecycle {
    ignore_changes = [notification_email]
  }
}

# One policy for both.
resource "cloudflare_load_balancer_pool" "a" {
  account_id = var.account_id
  name       = "a"

  lifecycle {
    ignore_changes = [notification_email]
  }
}

resource "cloudflare_load_balancer_pool" "b" {
  account_id = var.account_id
  name       = "b"

  lifecycle {
    ignore_changes = [notification_email]
  }
}

resource "cloudflare_load_balancer_pool" "unhealthy" {
  account_id = var.account_id
  name       = "unhealthy"
  notification_filter = {
    pool   = { disable = false, healthy = false }
    origin = { disable = true }
  }

  lifecycle {
    ignore_changes = [notification_email]
  }
}

resource "cloudflare_load_balancer_pool" "quiet" {
  account_id = var.account_id
  name       = "quiet"
}

# The account is that of the provider, and nothing tells it here.
# TODO: The account of the pool is not known, so its notification_email stays. Set account_id, and
# convert again.
resource "cloudflare_load_balancer_pool" "nameless" {
  name               = "nameless"
  notification_email = "ops@example.com"
}

module "eu" {
  source     = "./modules/pool"
  account_id = var.account_id
  names      = ["eu"]
}

module "us" {
  source     = "./modules/pool"
  account_id = var.account_id
  names      = ["us-1", "us-2"]
}

# Log fields whose rules stand in the code, and some that do not.
variable "rules" { default = [] }
variable "headers" { default = ["cf-ray"] }

resource "edge_custom_fields_ruleset" "fields" {
  zone_id             = "00000000000000000000000000000001"
  name                = "fields"
  response_headers    = try([for field in var.headers : lower(try(field.name, field))], null)
  cookies             = ["Sid"]
  preserve_duplicates = try([for field in var.headers : lower(try(field.name, field)) if try(field.preserve_duplicates == true, false)], [])
}

# TODO: Its rules are an expression, and custom log fields are written for rules that stand in the
# code. The block stays as it is.
resource "cloudflare_ruleset" "open" {
  zone_id = "00000000000000000000000000000002"
  name    = "open"
  kind    = "zone"
  phase   = "http_log_custom_fields"
  rules   = var.rules
}

# Replaces notification_email of the pools: the provider clears it as soon as the policy exists.
resource "edge_pool_notification_policy" "open_health" {
  count = can(regex("[^\\s,;]", one([for email in var.emails : email if email != ""]))) ? 1 : 0

  account_id      = var.account_id
  name            = "Health of pools (open)"
  pool_ids        = [cloudflare_load_balancer_pool.open.id]
  email_addresses = [for address in regexall("(?:\\s*\"(?:[^\"\\\\]|\\\\.)*\")?[^,;]+", one([for email in var.emails : email if email != ""])) : trimspace(address) if trimspace(address) != ""]
}

# Replaces notification_email of the pools: the provider clears it as soon as the policy exists.
resource "edge_pool_notification_policy" "pool_health" {
  account_id      = var.account_id
  name            = "Health of pools (a)"
  pool_ids        = [cloudflare_load_balancer_pool.a.id, cloudflare_load_balancer_pool.b.id]
  email_addresses = ["ops@example.com", "dev@example.com"]
}

# Replaces notification_email of the pools: the provider clears it as soon as the policy exists.
resource "edge_pool_notification_policy" "unhealthy_health" {
  account_id      = var.account_id
  name            = "Health of pools (unhealthy)"
  pool_ids        = [cloudflare_load_balancer_pool.unhealthy.id]
  email_addresses = ["ops@example.com"]
  event_sources   = ["pool"]
  new_health      = ["Unhealthy"]
}

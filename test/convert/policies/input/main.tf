variable "account_id" { type = string }
variable "filters" { default = null }
variable "recipients" { default = null }
variable "emails" { default = [] }
variable "policies" { default = {} }

# 5.x, with members of its own, and one that a policy of pools does not have.
resource "cloudflare_notification_policy" "health" {
  account_id     = var.account_id
  name           = "health"
  alert_type     = "load_balancing_health_alert"
  enabled        = true
  alert_interval = "30m"
  mechanisms = {
    email    = [{ id = "OPS@example.com" }]
    webhooks = var.recipients == null ? null : try(var.recipients.webhooks, null)
  }
  filters = {
    pool_id      = [cloudflare_load_balancer_pool.covered.id]
    new_health   = ["Healthy", "Unhealthy"]
    event_source = ["pool", "origin"]
    zones        = ["z"]
  }
}

# Wholly variables.
resource "cloudflare_notification_policy" "open" {
  account_id = var.account_id
  name       = "open"
  alert_type = "load_balancing_health_alert"
  enabled    = var.filters != null
  mechanisms = var.recipients
  filters    = var.filters == null ? { pool_id = [cloudflare_load_balancer_pool.quiet.id] } : var.filters
}

resource "cloudflare_notification_policy" "each" {
  for_each   = var.policies
  account_id = var.account_id
  name       = each.key
  alert_type = "load_balancing_health_alert"
  enabled    = true
  mechanisms = each.value.mechanisms
  filters    = { pool_id = each.value.pools }
}

# Blocks of 4.x, some of them dynamic.
resource "cloudflare_notification_policy" "blocks" {
  account_id = var.account_id
  name       = "blocks"
  alert_type = "load_balancing_health_alert"
  enabled    = true

  dynamic "email_integration" {
    for_each = concat(var.emails, ["ops@example.com"])
    content {
      id = email_integration.value
    }
  }

  filters {
    pool_id    = [cloudflare_load_balancer_pool.quiet.id]
    new_health = ["Unhealthy"]
  }
}

# These stay.
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
  account_id         = var.account_id
  name               = "covered"
  notification_email = "ops@example.com"
}

# With another value, no policy would notify the address.
resource "cloudflare_load_balancer_pool" "open" {
  account_id         = var.account_id
  name               = "open"
  notification_email = one([for email in var.emails : email if email != ""])
}

# One policy for both.
resource "cloudflare_load_balancer_pool" "a" {
  account_id         = var.account_id
  name               = "a"
  notification_email = "ops@example.com, dev@example.com"
}

resource "cloudflare_load_balancer_pool" "b" {
  account_id         = var.account_id
  name               = "b"
  notification_email = "ops@example.com,dev@example.com"
}

resource "cloudflare_load_balancer_pool" "unhealthy" {
  account_id         = var.account_id
  name               = "unhealthy"
  notification_email = "ops@example.com"
  notification_filter = {
    pool   = { disable = false, healthy = false }
    origin = { disable = true }
  }
}

resource "cloudflare_load_balancer_pool" "quiet" {
  account_id = var.account_id
  name       = "quiet"
}

# The account is that of the provider, and nothing tells it here.
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

resource "cloudflare_ruleset" "fields" {
  zone_id = "00000000000000000000000000000001"
  name    = "fields"
  kind    = "zone"
  phase   = "http_log_custom_fields"
  rules = [{
    action     = "log_custom_field"
    expression = "true"
    action_parameters = {
      response_fields = var.headers
      cookie_fields   = [{ name = "Sid" }]
    }
  }]
}

resource "cloudflare_ruleset" "open" {
  zone_id = "00000000000000000000000000000002"
  name    = "open"
  kind    = "zone"
  phase   = "http_log_custom_fields"
  rules   = var.rules
}

terraform {
  required_providers {
    cloudflare = {
      source = "cloudflare/cloudflare"
    }
    edge = {
      source = "terraform.local/edge-platform/edge"
    }
  }
}

variable "account_id" {
  type = string
}

variable "notification_email" {
  type = string
}

locals {
  origins = {
    eu = { "eu-1" = "192.0.2.1", "eu-2" = "192.0.2.2" }
    us = { "us-1" = "198.51.100.1" }
  }
}

resource "cloudflare_load_balancer_pool" "region" {
  for_each = local.origins

  account_id      = var.account_id
  name            = "shop-${each.key}"
  description     = "Origins in ${each.key}"
  enabled         = true
  minimum_origins = 1

  dynamic "origins" {
    for_each = each.value

    content {
      name    = origins.key
      address = origins.value
      enabled = true

      header {
        header = "Host"
        values = ["shop.example"]
      }
    }
  }

  origin_steering {
    policy = "random"
  }

  lifecycle {
    ignore_changes = [notification_email]
  }
}

output "ids" {
  value = { for region, pool in cloudflare_load_balancer_pool.region : region => pool.id }
}

# Replaces notification_email of the pools: the provider clears it as soon as the policy exists.
resource "edge_pool_notification_policy" "region_health" {
  count = can(regex("[^\\s,;]", var.notification_email)) && length(local.origins) > 0 ? 1 : 0

  account_id      = var.account_id
  name            = "Health of pools (region)"
  pool_ids        = values(cloudflare_load_balancer_pool.region)[*].id
  email_addresses = [for address in regexall("(?:\\s*\"(?:[^\"\\\\]|\\\\.)*\")?[^,;]+", var.notification_email) : trimspace(address) if trimspace(address) != ""]
}

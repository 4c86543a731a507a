locals { account = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" }

resource "cloudflare_load_balancer_pool" "a" {
  account_id = local.account
  # on call
  name = "a"

  lifecycle {
    ignore_changes = [notification_email]
  }
}

resource "cloudflare_load_balancer_pool" "b" {
  account_id = local.account

  lifecycle {
    prevent_destroy = true

    ignore_changes = [notification_email]
  }
}

resource "cloudflare_load_balancer_pool" "c" {
  account_id         = local.account
  name               = "c" # c
  # why

  check_regions = [
    "WEU"
  ]
  lifecycle {
    prevent_destroy = true

    ignore_changes = [notification_email]
  }
}

resource "cloudflare_load_balancer_pool" "d" {
  account_id = local.account
  lifecycle { ignore_changes = [notification_email] }
}

resource "cloudflare_load_balancer_pool" "e" {
  account_id = local.account
  lifecycle {
    ignore_changes = [
      name,
      notification_email, # why
    ]
  }
}

resource "cloudflare_load_balancer_pool" "f" {
  account_id = local.account
  lifecycle { ignore_changes = [name, origins[0].weight, notification_email] }
}

resource "cloudflare_load_balancer_pool" "g" {
  account_id = local.account
  lifecycle { ignore_changes = all }
}

resource "cloudflare_load_balancer_pool" "h" {
  account_id = local.account

  dynamic "notification_filter" {
    for_each = []
    content {}
  }
  lifecycle { ignore_changes = [notification_email] }
}

# Replaces notification_email of the pools: the provider clears it as soon as the policy exists.
resource "edge_pool_notification_policy" "pool_health" {
  account_id = local.account
  name       = "Health of pools (a)"
  pool_ids = [
    cloudflare_load_balancer_pool.a.id,
    cloudflare_load_balancer_pool.b.id,
    cloudflare_load_balancer_pool.c.id,
    cloudflare_load_balancer_pool.d.id,
    cloudflare_load_balancer_pool.e.id,
    cloudflare_load_balancer_pool.f.id,
    cloudflare_load_balancer_pool.g.id,
  ]
  email_addresses = ["ops@example.com"]
}

# Replaces notification_email of the pools: the provider clears it as soon as the policy exists.
resource "edge_pool_notification_policy" "h_health" {
  count = anytrue([for source in ["pool", "origin"] : try(one([for notification_filter in [for edge_key, edge_value in [] : { key = edge_key, value = edge_value }] : {}])[source].disable, null) != true]) ? 1 : 0

  account_id      = local.account
  name            = "Health of pools (h)"
  pool_ids        = [cloudflare_load_balancer_pool.h.id]
  email_addresses = ["ops@example.com"]
  event_sources   = [for source in ["pool", "origin"] : source if try(one([for notification_filter in [for edge_key, edge_value in [] : { key = edge_key, value = edge_value }] : {}])[source].disable, null) != true]
  new_health      = [for health in ["Unhealthy", "Healthy"] : health if anytrue([for source in ["pool", "origin"] : try(one([for notification_filter in [for edge_key, edge_value in [] : { key = edge_key, value = edge_value }] : {}])[source].disable, null) != true && try(one([for notification_filter in [for edge_key, edge_value in [] : { key = edge_key, value = edge_value }] : {}])[source].healthy, null) != (health == "Unhealthy")])]
}

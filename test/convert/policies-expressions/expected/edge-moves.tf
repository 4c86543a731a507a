# Delete this file after the first apply.

# What exists at the service moves to the new resources, as it is.

moved {
  from = cloudflare_notification_policy.typed
  to   = edge_pool_notification_policy.typed
}

moved {
  from = cloudflare_notification_policy.pools
  to   = edge_pool_notification_policy.pools
}

moved {
  from = cloudflare_notification_policy.fixed
  to   = edge_pool_notification_policy.fixed
}

moved {
  from = cloudflare_notification_policy.filtered
  to   = edge_pool_notification_policy.filtered
}

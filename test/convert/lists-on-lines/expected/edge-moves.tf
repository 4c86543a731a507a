# Delete this file after the first apply.

# What exists at the service moves to the new resources, as it is.

moved {
  from = cloudflare_notification_policy.health
  to   = edge_pool_notification_policy.health
}

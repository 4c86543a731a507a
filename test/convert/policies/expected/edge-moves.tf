# Delete this file after the first apply.

# What exists at the service moves to the new resources, as it is.

moved {
  from = cloudflare_ruleset.fields
  to   = edge_custom_fields_ruleset.fields
}

moved {
  from = cloudflare_notification_policy.health
  to   = edge_pool_notification_policy.health
}

moved {
  from = cloudflare_notification_policy.open
  to   = edge_pool_notification_policy.open
}

moved {
  from = cloudflare_notification_policy.each
  to   = edge_pool_notification_policy.each
}

moved {
  from = cloudflare_notification_policy.blocks
  to   = edge_pool_notification_policy.blocks
}

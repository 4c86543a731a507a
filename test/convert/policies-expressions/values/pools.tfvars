account_id  = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
alerts      = {}
pool_alerts = {
  one = { type = "load_balancing_health_alert", pools = ["083c3cf50b8c576150fc0da1a33c6867"] }
  two = { type = "load_balancing_health_alert", pools = ["083c3cf50b8c576150fc0da1a33c6867"] }
}

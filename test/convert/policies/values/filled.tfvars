account_id = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
emails     = ["dev@example.com"]
headers    = ["CF-Ray"]
recipients = { email = [{ id = "ops@example.com" }], webhooks = null }
filters    = { pool_id = ["083c3cf50b8c576150fc0da1a33c6867"], new_health = ["Unhealthy"] }
policies = {
  one = { mechanisms = { email = [{ id = "one@example.com" }] }, pools = ["083c3cf50b8c576150fc0da1a33c6867"] }
  two = { mechanisms = { email = [{ id = "two@example.com" }] }, pools = ["083c3cf50b8c576150fc0da1a33c6867"] }
}

resource "cloudflare_load_balancer_pool" "eu" {
  account_id         = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
  name               = "eu"
  notification_email = "ops@example.com"
}

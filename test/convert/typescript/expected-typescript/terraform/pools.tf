resource "cloudflare_load_balancer_pool" "eu" {
  account_id = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
  name       = "eu"

  lifecycle {
    ignore_changes = [notification_email]
  }
}

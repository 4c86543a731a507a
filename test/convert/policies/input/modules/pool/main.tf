variable "account_id" { type = string }
variable "names" { type = set(string) }

resource "cloudflare_load_balancer_pool" "this" {
  for_each           = var.names
  account_id         = var.account_id
  name               = each.value
  notification_email = "ops@example.com"
}

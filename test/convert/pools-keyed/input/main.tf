variable "account_id" { type = string }
variable "pools" { default = {} }
variable "emails" { default = [] }

resource "cloudflare_load_balancer_pool" "web" {
  for_each           = var.pools
  account_id         = var.account_id
  name               = each.key
  notification_email = lookup({ "each.key" = "" }, each.key, try(each.value.email, null))
}

resource "cloudflare_load_balancer_pool" "counted" {
  count              = length(var.emails)
  account_id         = var.account_id
  name               = "counted-${count.index}"
  notification_email = var.emails[count.index]
}

# The recipient has a name in front of it, so it is never empty.
resource "cloudflare_load_balancer_pool" "region" {
  for_each           = toset(["eu", "us"])
  account_id         = var.account_id
  name               = "region-${each.key}"
  notification_email = "ops-${each.key}@example.com"
}

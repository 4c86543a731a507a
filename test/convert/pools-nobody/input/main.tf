variable "account_id" { type = string }
variable "email" { default = null }

variable "names" {
  type    = set(string)
  default = []
}

variable "size" { default = 0 }

# Nobody is notified where the e-mail is null or empty.
resource "cloudflare_load_balancer_pool" "one" {
  account_id         = var.account_id
  name               = "one"
  notification_email = var.email
}

# Nor where there is no pool.
resource "cloudflare_load_balancer_pool" "some" {
  for_each           = var.names
  account_id         = var.account_id
  name               = each.value
  notification_email = "ops@example.com"
}

# Two blocks with the same recipients, each with its own condition.
resource "cloudflare_load_balancer_pool" "left" {
  count              = var.size
  account_id         = var.account_id
  name               = "left-${count.index}"
  notification_email = "oncall+${var.account_id}@example.com"
}

resource "cloudflare_load_balancer_pool" "right" {
  for_each           = var.names
  account_id         = var.account_id
  name               = "right-${each.value}"
  notification_email = "oncall+${var.account_id}@example.com"
}

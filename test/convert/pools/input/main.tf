variable "account_id" {
  type = string
}

variable "email" {
  type = string
}

resource "cloudflare_load_balancer_pool" "eu" {
  account_id         = var.account_id
  name               = "eu"
  notification_email = var.email

  origins {
    name    = "one"
    address = "192.0.2.1"
  }
}

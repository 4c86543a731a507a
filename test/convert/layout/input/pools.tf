locals { account = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" }

resource "cloudflare_load_balancer_pool" "a" {
  account_id         = local.account
  notification_email = "ops@example.com" # on call
  name               = "a"
}

resource "cloudflare_load_balancer_pool" "b" {
  account_id = local.account
  notification_email = <<EOT
ops@example.com
EOT

  lifecycle {
    prevent_destroy = true
  }
}

resource "cloudflare_load_balancer_pool" "c" {
  account_id         = local.account
  name               = "c" # c
  # why
  notification_email = "ops@example.com"

  check_regions = [
    "WEU"
  ]
  lifecycle { prevent_destroy = true }
}

resource "cloudflare_load_balancer_pool" "d" {
  account_id = local.account
  notification_email = "ops@example.com"
  lifecycle { ignore_changes = [] }
}

resource "cloudflare_load_balancer_pool" "e" {
  account_id = local.account
  notification_email = "ops@example.com"
  lifecycle {
    ignore_changes = [
      name, # why
    ]
  }
}

resource "cloudflare_load_balancer_pool" "f" {
  account_id = local.account
  notification_email = "ops@example.com"
  lifecycle { ignore_changes = [name, origins[0].weight] }
}

resource "cloudflare_load_balancer_pool" "g" {
  account_id = local.account
  notification_email = "ops@example.com"
  lifecycle { ignore_changes = all }
}

resource "cloudflare_load_balancer_pool" "h" {
  account_id = local.account
  notification_email = "ops@example.com"

  dynamic "notification_filter" {
    for_each = []
    content {}
  }
  lifecycle { ignore_changes = [notification_email] }
}

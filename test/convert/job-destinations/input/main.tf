terraform {
  required_providers {
    cloudflare = {
      source  = "cloudflare/cloudflare"
      version = "~> 4.52"
    }
  }
}

variable "zone_id" {
  type = string
}

variable "destination" {
  type      = string
  sensitive = true
}

variable "collector" {
  type = object({ host = string, token = string })
}

variable "lake" {
  type = map(object({ bucket = string, key = string, secret = string }))
}

variable "env" {
  type = string
}

locals {
  splunk = "splunk://${var.collector.host}/raw?channel=c&header_Authorization=${urlencode("Splunk ${var.collector.token}")}"
}

# Wholly a variable.
resource "cloudflare_logpush_job" "variable" {
  zone_id          = var.zone_id
  name             = "variable"
  dataset          = "http_requests"
  enabled          = true
  destination_conf = var.destination
  logpull_options  = "fields=RayID"
}

resource "cloudflare_logpush_job" "local" {
  zone_id          = var.zone_id
  name             = "local"
  dataset          = "http_requests"
  enabled          = true
  destination_conf = local.splunk
  logpull_options  = "fields=RayID"
}

# A plus is a space.
resource "cloudflare_logpush_job" "header" {
  zone_id          = var.zone_id
  name             = "header"
  dataset          = "http_requests"
  enabled          = true
  destination_conf = "https://logs.example.com/in?header_Authorization=Bearer+${var.collector.token}&tags=env:${var.env}"
  logpull_options  = "fields=RayID"
}

resource "cloudflare_logpush_job" "heredoc" {
  zone_id          = var.zone_id
  name             = "heredoc"
  dataset          = "http_requests"
  enabled          = true
  destination_conf = <<-EOT
    https://${var.collector.host}/in?header_X-Env=${var.env}
  EOT
  logpull_options  = "fields=RayID"
}

# Each expression is a value of its own.
resource "cloudflare_logpush_job" "lake" {
  for_each         = var.lake
  zone_id          = var.zone_id
  name             = "lake-${each.key}"
  dataset          = "http_requests"
  enabled          = true
  destination_conf = "s3://${each.value.bucket}/http/{DATE}?region=eu-central-1&access-key-id=${each.value.key}&secret-access-key=${urlencode(each.value.secret)}"
  logpull_options  = "fields=RayID"
}

# Secrets in the code.
resource "cloudflare_logpush_job" "literal" {
  count            = var.env == "prod" ? 1 : 0
  zone_id          = var.zone_id
  name             = "literal"
  dataset          = "http_requests"
  enabled          = true
  destination_conf = "https://user:made-up-1@logs.example.com/in?header_X-Key=made-up%2B2&header_Content-Type=text%2Fplain"
  logpull_options  = "fields=RayID"
}

resource "cloudflare_logpush_job" "choice" {
  zone_id          = var.zone_id
  name             = "choice"
  dataset          = "http_requests"
  enabled          = true
  destination_conf = var.env == "prod" ? "https://a.example.com/?header_Authorization=made-up-3&tags=a" : "https://b.example.com/?header_Authorization=${var.collector.token}"
  logpull_options  = "fields=RayID"
}

module "europe" {
  source  = "./modules/delivery"
  zone_id = var.zone_id
  name    = "europe"
  to      = var.destination
}

module "asia" {
  source  = "./modules/delivery"
  zone_id = var.zone_id
  name    = "asia"
  to      = "r2://asia/{DATE}?account-id=1&access-key-id=a&secret-access-key=b"
}

# Whether the header is a secret is in no text of the code.
resource "cloudflare_logpush_job" "keyed" {
  for_each         = var.lake
  zone_id          = var.zone_id
  name             = "keyed-${each.key}"
  dataset          = "http_requests"
  enabled          = true
  destination_conf = "https://${each.value.bucket}.example.com/in?header_X-Env=${each.value.key}"
  logpull_options  = "fields=RayID"
}

variable "zone_id" { type = string }

variable "destination" {
  type      = string
  sensitive = true
}

variable "collector" { type = object({ host = string, token = string }) }
variable "lake" { type = map(object({ bucket = string, key = string, secret = string })) }
variable "env" { type = string }

# Wholly a variable.
resource "cloudflare_logpush_job" "variable" {
  zone_id          = var.zone_id
  name             = "variable"
  enabled          = true
  destination_conf = var.destination
}

# A plus is a space.
resource "cloudflare_logpush_job" "header" {
  zone_id          = var.zone_id
  name             = "header"
  enabled          = true
  destination_conf = "https://logs.example.com/in?header_Authorization=Bearer+${var.collector.token}&tags=env:${var.env}"
}

# Each expression is a value of its own.
resource "cloudflare_logpush_job" "lake" {
  for_each         = var.lake
  zone_id          = var.zone_id
  name             = "lake-${each.key}"
  enabled          = true
  destination_conf = "s3://${each.value.bucket}/http/{DATE}?region=eu-central-1&access-key-id=${each.value.key}&secret-access-key=${urlencode(each.value.secret)}"
}

# Secrets in the code.
resource "cloudflare_logpush_job" "literal" {
  count            = var.env == "prod" ? 1 : 0
  zone_id          = var.zone_id
  name             = "literal"
  enabled          = true
  destination_conf = "https://user:made-up-1@logs.example.com/in?header_X-Key=made-up%2B2&header_Content-Type=text%2Fplain"
}

resource "cloudflare_logpush_job" "choice" {
  zone_id          = var.zone_id
  name             = "choice"
  enabled          = true
  destination_conf = var.env == "prod" ? "https://a.example.com/?header_Authorization=made-up-3&tags=a" : "https://b.example.com/?header_Authorization=${var.collector.token}"
}

variable "zone_id" { type = string }

variable "destination" {
  type      = string
  sensitive = true
}

variable "collector" { type = object({ host = string, token = string }) }
variable "lake" { type = map(object({ bucket = string, key = string, secret = string })) }
variable "env" { type = string }

# Wholly a variable.
resource "edge_logpush_job" "variable" {
  zone_id                 = var.zone_id
  name                    = "variable"
  destination_conf        = local.variable_destination.conf
  destination_credentials = local.variable_destination.credentials
}

locals {
  variable_destination = provider::edge::destination(var.destination)
}

# A plus is a space.
resource "edge_logpush_job" "header" {
  zone_id                 = var.zone_id
  name                    = "header"
  destination_conf        = "https://logs.example.com/in?tags=env:${var.env}"
  destination_credentials = { header_Authorization = "Bearer ${var.collector.token}" }
}

# Each expression is a value of its own.
resource "edge_logpush_job" "lake" {
  for_each = var.lake

  zone_id                 = var.zone_id
  name                    = "lake-${each.key}"
  destination_conf        = "s3://${each.value.bucket}/http/{DATE}?region=eu-central-1"
  destination_credentials = { access-key-id = each.value.key, secret-access-key = each.value.secret }
}

# Secrets in the code.
# TODO: Values in destination_conf are variables now (literal_header_x_key,
# literal_header_authorization): set each with TF_VAR_<name>. The history of the code has those that
# are secrets, so replace them at the destination. The user before the host is header_Authorization
# now: "Basic " and user:password in base64.
resource "edge_logpush_job" "literal" {
  count = var.env == "prod" ? 1 : 0

  zone_id          = var.zone_id
  name             = "literal"
  destination_conf = "https://logs.example.com/in"
  destination_credentials = {
    header_X-Key         = var.literal_header_x_key
    header_Content-Type  = "text/plain"
    header_Authorization = var.literal_header_authorization
  }
}

# TODO: Values in destination_conf are variables now (choice_header_authorization): set each with
# TF_VAR_<name>. The history of the code has those that are secrets, so replace them at the
# destination.
resource "edge_logpush_job" "choice" {
  zone_id                 = var.zone_id
  name                    = "choice"
  destination_conf        = provider::edge::destination(var.env == "prod" ? "https://a.example.com/?header_Authorization=***&tags=a" : "https://b.example.com/?header_Authorization=${var.collector.token}").conf
  destination_credentials = provider::edge::destination(var.env == "prod" ? "https://a.example.com/?header_Authorization=${urlencode(var.choice_header_authorization)}&tags=a" : "https://b.example.com/?header_Authorization=${var.collector.token}").credentials
}

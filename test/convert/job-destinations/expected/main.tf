terraform {
  required_providers {
    cloudflare = {
      source  = "cloudflare/cloudflare"
      version = "~> 4.52"
    }
    edge = {
      source  = "terraform.local/edge-platform/edge"
      version = "0.0.0"
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
resource "edge_logpush_job" "variable" {
  zone_id                 = var.zone_id
  name                    = "variable"
  destination_conf        = local.variable_destination.conf
  destination_credentials = local.variable_destination.credentials
  fields                  = ["RayID"]
}

locals {
  variable_destination = provider::edge::destination(var.destination)
}

resource "edge_logpush_job" "local" {
  zone_id                 = var.zone_id
  name                    = "local"
  destination_conf        = local.local_destination.conf
  destination_credentials = local.local_destination.credentials
  fields                  = ["RayID"]
}

locals {
  local_destination = provider::edge::destination(local.splunk)
}

# A plus is a space.
resource "edge_logpush_job" "header" {
  zone_id                 = var.zone_id
  name                    = "header"
  destination_conf        = "https://logs.example.com/in?tags=env:${var.env}"
  destination_credentials = { header_Authorization = "Bearer ${var.collector.token}" }
  fields                  = ["RayID"]
}

resource "edge_logpush_job" "heredoc" {
  zone_id                 = var.zone_id
  name                    = "heredoc"
  destination_conf        = local.heredoc_destination.conf
  destination_credentials = local.heredoc_destination.credentials
  fields                  = ["RayID"]
}

locals {
  heredoc_destination = provider::edge::destination("https://${var.collector.host}/in?header_X-Env=${var.env}")
}

# Each expression is a value of its own.
resource "edge_logpush_job" "lake" {
  for_each = var.lake

  zone_id                 = var.zone_id
  name                    = "lake-${each.key}"
  destination_conf        = "s3://${each.value.bucket}/http/{DATE}?region=eu-central-1"
  destination_credentials = { access-key-id = each.value.key, secret-access-key = each.value.secret }
  fields                  = ["RayID"]
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
  fields = ["RayID"]
}

# TODO: Values in destination_conf are variables now (choice_header_authorization): set each with
# TF_VAR_<name>. The history of the code has those that are secrets, so replace them at the
# destination.
resource "edge_logpush_job" "choice" {
  zone_id                 = var.zone_id
  name                    = "choice"
  destination_conf        = provider::edge::destination(var.env == "prod" ? "https://a.example.com/?header_Authorization=***&tags=a" : "https://b.example.com/?header_Authorization=${var.collector.token}").conf
  destination_credentials = provider::edge::destination(var.env == "prod" ? "https://a.example.com/?header_Authorization=${urlencode(var.choice_header_authorization)}&tags=a" : "https://b.example.com/?header_Authorization=${var.collector.token}").credentials
  fields                  = ["RayID"]
}

module "europe" {
  source  = "./modules/delivery"
  zone_id = var.zone_id
  name    = "europe"
  to      = var.destination

  second_header_x_token = var.second_header_x_token
}

module "asia" {
  source  = "./modules/delivery"
  zone_id = var.zone_id
  name    = "asia"
  to      = "r2://asia/{DATE}?account-id=1&access-key-id=a&secret-access-key=b"

  second_header_x_token = var.second_header_x_token
}

# Whether the header is a secret is in no text of the code.
resource "edge_logpush_job" "keyed" {
  for_each = var.lake

  zone_id                 = var.zone_id
  name                    = "keyed-${each.key}"
  destination_conf        = local.keyed_destination[each.key].conf
  destination_credentials = local.keyed_destination[each.key].credentials
  fields                  = ["RayID"]
}

locals {
  keyed_destination = { for each_key, each_value in var.lake : each_key => provider::edge::destination("https://${each_value.bucket}.example.com/in?header_X-Env=${each_value.key}") }
}

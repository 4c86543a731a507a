terraform {
  required_providers {
    cloudflare = {
      source  = "cloudflare/cloudflare"
      version = "~> 4.52"
    }
  }
}

variable "zones" {
  type = map(string)
}

variable "challenges" {
  type    = map(string)
  default = {}
}

resource "cloudflare_logpush_job" "each" {
  for_each            = var.zones
  zone_id             = each.value
  name                = each.key
  dataset             = "http_requests"
  enabled             = true
  destination_conf    = "s3://logs/${each.key}?region=eu-central-1"
  ownership_challenge = lookup(var.challenges, each.key, "")
  logpull_options     = "fields=RayID"
}

module "first" {
  source     = "./modules/jobs"
  zones      = var.zones
  challenges = var.challenges
}

module "second" {
  source     = "./modules/jobs"
  zones      = {}
  challenges = {}
}

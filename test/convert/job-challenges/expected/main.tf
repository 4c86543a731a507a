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

variable "zones" {
  type = map(string)
}

variable "challenges" {
  type    = map(string)
  default = {}
}

resource "edge_logpush_job" "each" {
  for_each = var.zones

  zone_id             = each.value
  name                = each.key
  destination_conf    = "s3://logs/${each.key}?region=eu-central-1"
  fields              = ["RayID"]
  ownership_challenge = lookup(var.challenges, each.key, "")
}

module "first" {
  source     = "./modules/jobs"
  zones      = var.zones
  challenges = var.challenges

  literal_ownership_challenge = var.literal_ownership_challenge
}

module "second" {
  source     = "./modules/jobs"
  zones      = {}
  challenges = {}

  literal_ownership_challenge = var.literal_ownership_challenge
}

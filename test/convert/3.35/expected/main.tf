terraform {
  required_version = ">= 1.5"

  required_providers {
    cloudflare = {
      source  = "cloudflare/cloudflare"
      version = "~> 3.35"
    }
    edge = {
      source  = "terraform.local/edge-platform/edge"
      version = "0.0.0"
    }
  }
}

provider "cloudflare" {
  api_token = var.cloudflare_api_token
}

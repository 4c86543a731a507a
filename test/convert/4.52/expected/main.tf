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

provider "cloudflare" {
  api_token = var.cloudflare_api_token
}

variable "cloudflare_api_token" {
  type      = string
  sensitive = true
}

variable "account_id" {
  type    = string
  default = "4d5f1c0be0a94d4f8a3b6c2e7d9f0a11"
}

variable "zones" {
  type = map(string)
  default = {
    shop = "a1b2c3d4e5f60718293a4b5c6d7e8f90"
    blog = "b2c3d4e5f60718293a4b5c6d7e8f90a1"
  }
}

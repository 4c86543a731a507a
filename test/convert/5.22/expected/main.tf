terraform {
  required_providers {
    cloudflare = {
      source  = "cloudflare/cloudflare"
      version = "~> 5.22"
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

variable "zone_id" {
  description = "The zone of shop.example"
  type        = string
  default     = "a1b2c3d4e5f60718293a4b5c6d7e8f90"
}

variable "zones" {
  type = map(string)
  default = {
    blog = "b2c3d4e5f60718293a4b5c6d7e8f90a1"
    docs = "c3d4e5f60718293a4b5c6d7e8f90a1b2"
  }
}

variable "ownership_token" {
  type      = string
  sensitive = true
}

# The versions.
terraform {
  required_version = ">= 1.7"
  required_providers {
    cloudflare = {
      source                = "cloudflare/cloudflare"
      version               = "~> 4.52"
      configuration_aliases = [cloudflare.eu]
    }
  }
  backend "s3" {
    bucket = "terraform-state"
    key    = "network"
  }
}

# And more.
terraform {
  required_version = "< 3"
  required_providers {
    edge = { source = "terraform.local/edge-platform/edge" }
  }
}

provider "edge" {
  custom_field_limits = "current"
}

provider "cloudflare" {}

provider "cloudflare" {
  alias = "eu"
}

variable "zones" { default = {} }
variable "logs" { type = string }

locals {
  policy = templatefile("${path.module}/files/policy.json", { zone = var.logs })
}

resource "terraform_data" "a" {
  input      = upper("x") # shout
  depends_on = [module.shop, terraform_data.b["x"], cloudflare_logpush_job.errors]
  lifecycle { ignore_changes = all }
  provisioner "local-exec" {
    command = "true"
    when    = destroy
  }
}

module "shop" {
  source  = "./modules/zone"
  zone_id = var.logs
  providers = { cloudflare = cloudflare.eu }
}

moved {
  from = terraform_data.c
  to   = terraform_data.a
}

output "errors" {
  value = cloudflare_logpush_job.errors.id
}

output "lost" {
  value = cloudflare_waf_group.logs.mode
}

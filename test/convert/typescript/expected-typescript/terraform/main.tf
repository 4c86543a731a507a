# The versions.
terraform {
  required_version = ">= 1.7"
}

# And more.
terraform {
  required_version = "< 3"
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
  depends_on = [module.shop, terraform_data.b["x"], edge_logpush_job.errors]
  lifecycle { ignore_changes = all }
  provisioner "local-exec" {
    command = "true"
    when    = destroy
  }
}

# TODO: The call passes the provider cloudflare.eu, and its new objects have the default configuration
# of edge. If cloudflare.eu has other credentials, add a second configuration with an alias, and pass
# it as edge.
module "shop" {
  source  = "./modules/zone"
  zone_id = var.logs
  providers = { cloudflare = cloudflare.eu, edge = edge }

  inner_header_x_key = var.inner_header_x_key
}

moved {
  from = terraform_data.c
  to   = terraform_data.a
}

output "errors" {
  value = edge_logpush_job.errors.id
}

output "lost" {
  # TODO: Refers to cloudflare_waf_group.logs, which leaves the configuration without an equivalent for
  # this value. It is null until you write a value.
  #   cloudflare_waf_group.logs.mode
  value = null
}

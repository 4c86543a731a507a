variable "zone_id" { type = string }

variable "domains" {
  type    = set(string)
  default = ["one.example", "two.example"]
}

variable "packages" { default = {} }

# Twice for one zone, under two names.
module "owasp" {
  source     = "./modules/package"
  zone_id    = var.zone_id
  package_id = "c504870194831cd12c3fc0284f294abb"
}

locals {
  zone = var.zone_id
}

module "other" {
  source     = "./modules/package"
  zone_id    = local.zone
  package_id = "1e334934fd7ae32ad705667f8c1057aa"
}

# One call, repeated for something else than its zone.
module "groups" {
  for_each = var.packages
  source   = "./modules/group"
  zone_id  = "00000000000000000000000000000001"
  group_id = each.value
}

# Repeated for its zone: the data source of the module follows the key.
module "domain" {
  for_each = var.domains
  source   = "./modules/domain"
  domain   = each.value

  acknowledge_waf_migration = var.acknowledge_waf_migration
}

variable "names" { type = set(string) }
module "zone" {
  for_each = var.names
  source   = "./modules/zone"
  name     = each.key
}

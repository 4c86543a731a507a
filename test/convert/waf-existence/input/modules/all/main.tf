variable "zones" { type = map(string) }

module "zone" {
  for_each = var.zones
  source   = "../one"
  zone_id  = each.value
  rules    = each.key == "quiet" ? {} : { "5de7edfa648c4d6891dc3e7f84534ffa" = "block" }
}

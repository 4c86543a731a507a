variable "name" { type = string }
resource "cloudflare_zone" "this" {
  zone = var.name
}
module "one" {
  source  = "./modules/waf"
  zone_id = cloudflare_zone.this.id
  package_id = "a25a9a7e9c00afc1fb2e0245519d725b"
}
module "two" {
  source  = "./modules/waf"
  zone_id = cloudflare_zone.this.id
  package_id = "1e334934fd7ae32ad705667f8c1057aa"
}

variable "zone_id" { type = string }
variable "package_id" { type = string }

resource "cloudflare_waf_package" "this" {
  zone_id    = var.zone_id
  package_id = var.package_id
}

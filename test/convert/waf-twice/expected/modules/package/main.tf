variable "zone_id" { type = string }
variable "package_id" { type = string }

# TODO: A zone can have only one migration, and these places have blocks of one zone: module.owasp,
# module.other. All blocks there stay as they are. Write the migration below once for each zone, in
# the root module, under the conditions of its blocks; then remove the blocks, and name each in a
# `removed` block with `destroy = false`.
#   variable "acknowledge_waf_migration" {
#     type    = bool
#     default = false
#   }
#
#   resource "edge_waf_migration" "waf" {
#     count                    = var.acknowledge_waf_migration ? 1 : 0
#     zone_id                  = var.zone_id
#     target                   = "complete"
#     acknowledge_irreversible = var.acknowledge_waf_migration
#   }
resource "cloudflare_waf_package" "this" {
  zone_id    = var.zone_id
  package_id = var.package_id
}

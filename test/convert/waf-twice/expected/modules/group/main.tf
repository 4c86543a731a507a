variable "zone_id" {
  type = string
}

variable "group_id" {
  type = string
}

# TODO: A zone can have only one migration, and these places have blocks of one zone: each instance of
# module.groups. All blocks there stay as they are. Write the migration below once for each zone,
# under the conditions of its blocks; then remove the blocks, and name each in a `removed` block with
# `destroy = false`.
#   variable "acknowledge_waf_migration" {
#     type    = bool
#     default = false
#   }
#
#   resource "edge_waf_migration" "waf" {
#     count                    = var.acknowledge_waf_migration ? 1 : 0
#     zone_id                  = "00000000000000000000000000000001"
#     target                   = "complete"
#     acknowledge_irreversible = var.acknowledge_waf_migration
#   }
resource "cloudflare_waf_group" "this" {
  zone_id  = var.zone_id
  group_id = var.group_id
  mode     = "off"
}

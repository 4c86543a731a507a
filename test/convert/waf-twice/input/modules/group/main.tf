variable "zone_id" {
  type = string
}

variable "group_id" {
  type = string
}

resource "cloudflare_waf_group" "this" {
  zone_id  = var.zone_id
  group_id = var.group_id
  mode     = "off"
}

variable "cloudflare_api_token" {
  type      = string
  sensitive = true
}

variable "shop_zone_id" {
  description = "The zone of shop.example"
  type        = string
}

# The zones that share the settings of modules/zone-waf.
variable "zones" {
  type = map(object({
    id          = string
    sensitivity = optional(string, "high")
    rule_modes  = optional(map(string), {})
  }))
}

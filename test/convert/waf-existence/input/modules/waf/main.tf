variable "zone_id" { type = string }
variable "module_enabled" { default = true }
variable "sensitivity" { default = null }

resource "cloudflare_waf_package" "owasp" {
  count       = var.module_enabled ? 1 : 0
  zone_id     = var.zone_id
  package_id  = "c504870194831cd12c3fc0284f294abb"
  sensitivity = var.sensitivity
  action_mode = "simulate"
}

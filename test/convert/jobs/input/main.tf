variable "zones" { type = map(string) }
variable "challenges" { default = {} }

module "first" {
  source     = "./modules/jobs"
  zones      = var.zones
  challenges = var.challenges
}

# Of an account, and of a provider whose state cannot be moved.
resource "vendor_logpush_job" "audit" {
  account_id       = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
  name             = "audit"
  dataset          = "audit_logs"
  enabled          = true
  destination_conf = "https://logs.example.com/audit"
}

variable "zones" { type = map(string) }
variable "challenges" { default = {} }

module "first" {
  source     = "./modules/jobs"
  zones      = var.zones
  challenges = var.challenges

  literal_ownership_challenge = var.literal_ownership_challenge
}

# Of an account, and of a provider whose state cannot be moved.
resource "edge_logpush_job" "audit" {
  account_id       = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
  name             = "audit"
  dataset          = "audit_logs"
  destination_conf = "https://logs.example.com/audit"
}

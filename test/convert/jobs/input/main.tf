variable "zones" { type = map(string) }

variable "challenges" {
  type    = map(string)
  default = {}
}

module "first" {
  source     = "./modules/jobs"
  zones      = var.zones
  challenges = var.challenges
}

# The address itself is the secret.
resource "cloudflare_logpush_job" "sumo" {
  zone_id          = "00000000000000000000000000000001"
  name             = "sumo"
  enabled          = true
  destination_conf = "sumo://endpoint.example.com/receiver/v1/http/made-up-4"
}

# Of an account, and of a provider whose state cannot be moved.
resource "vendor_logpush_job" "audit" {
  account_id       = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
  name             = "audit"
  dataset          = "audit_logs"
  enabled          = true
  destination_conf = "s3://logs?region=eu-central-1"
}

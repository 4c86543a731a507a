variable "zones" { type = map(string) }

variable "challenges" {
  type    = map(string)
  default = {}
}

module "first" {
  source     = "./modules/jobs"
  zones      = var.zones
  challenges = var.challenges

  literal_ownership_challenge = var.literal_ownership_challenge
}

# The address itself is the secret.
# TODO: Values in destination_conf are variables now (sumo_destination): set each with TF_VAR_<name>.
# The history of the code has those that are secrets, so replace them at the destination. The address
# of a sumo destination is a secret, and the state and saved plans have it, as before.
resource "edge_logpush_job" "sumo" {
  zone_id          = "00000000000000000000000000000001"
  name             = "sumo"
  destination_conf = var.sumo_destination
}

# Of an account, and of a provider whose state cannot be moved.
resource "edge_logpush_job" "audit" {
  account_id       = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
  name             = "audit"
  dataset          = "audit_logs"
  destination_conf = "s3://logs?region=eu-central-1"
}

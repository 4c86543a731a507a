variable "zones" {
  type = map(string)
}

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

module "second" {
  source     = "./modules/jobs"
  zones      = {}
  challenges = {}

  literal_ownership_challenge = var.literal_ownership_challenge
}

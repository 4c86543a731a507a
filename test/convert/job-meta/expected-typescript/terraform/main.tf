variable "zone_id" {
  type = string
}

variable "bucket" {
  type = string
}

variable "lines" {
  type    = set(string)
  default = ["firewall_events", "http_requests"]
}

locals {
  jobs = [
    for line in var.lines : {
      dataset = line
      name    = "of ${line}"
    }
  ]
}

resource "cloudflare_logpush_ownership_challenge" "bucket" {
  zone_id          = var.zone_id
  destination_conf = "s3://${var.bucket}/logs?region=eu-central-1"
}

data "aws_s3_object" "challenge" {
  bucket = var.bucket
  key    = cloudflare_logpush_ownership_challenge.bucket.ownership_challenge_filename
}

resource "terraform_data" "bucket" {}

variable "zone_id" { type = string }
variable "bucket" { type = string }

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

resource "cloudflare_logpush_job" "first" {
  zone_id          = var.zone_id
  name             = "first"
  dataset          = "dns_logs"
  destination_conf = "s3://${var.bucket}/first?region=eu-central-1"
  logpull_options  = "fields=QueryName"

  lifecycle {
    prevent_destroy = false
  }
}

# One job for each line.
resource "cloudflare_logpush_job" "lines" {
  for_each = { for job in local.jobs : job.dataset => job }

  zone_id             = var.zone_id
  name                = each.value.name
  dataset             = each.key
  enabled             = true
  destination_conf    = "s3://${var.bucket}/logs?region=eu-central-1"
  ownership_challenge = data.aws_s3_object.challenge.body

  depends_on = [
    # The bucket has to be there.
    terraform_data.bucket, cloudflare_logpush_job.first[0], # with its policy
    # aws_s3_bucket_policy.logs
  ]

  lifecycle {
    prevent_destroy = true

    # A name tells where the lines go.
    precondition {
      condition     = length(var.bucket) > 3
      error_message = "The bucket ${var.bucket} has no name."
    }

    precondition {
      condition     = cloudflare_logpush_job.first.destination_conf != ""
      error_message = "The first job has no bucket."
    }

    postcondition {
      condition     = self.enabled
      error_message = "The job is off."
    }
  }
}

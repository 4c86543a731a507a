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

resource "edge_logpush_job" "first" {
  zone_id          = var.zone_id
  name             = "first"
  dataset          = "dns_logs"
  enabled          = false
  destination_conf = "s3://${var.bucket}/first?region=eu-central-1"
  fields           = ["QueryName"]
}

# One job for each line.
# The bucket has to be there.
# with its policy
# aws_s3_bucket_policy.logs
# A name tells where the lines go.
# TODO: With its values here, the plan refuses cloudflare_logpush_job.lines["firewall_events"]:
# Invalid job name: name is "of firewall_events". A job name has at most 512 characters: letters,
# digits, "-" and ".".
# TODO: With its values here, the plan refuses cloudflare_logpush_job.lines["http_requests"]: Invalid
# job name: name is "of http_requests". A job name has at most 512 characters: letters, digits, "-"
# and ".".
# TODO: Not carried over from the lifecycle block: postcondition. Add what the new object needs: its
# attributes have other names.
#   lifecycle {
#     prevent_destroy = true
#
#     # A name tells where the lines go.
#     precondition {
#       condition     = length(var.bucket) > 3
#       error_message = "The bucket ${var.bucket} has no name."
#     }
#
#     precondition {
#       condition     = cloudflare_logpush_job.first.destination_conf != ""
#       error_message = "The first job has no bucket."
#     }
#
#     postcondition {
#       condition     = self.enabled
#       error_message = "The job is off."
#     }
#   }
resource "edge_logpush_job" "lines" {
  for_each = { for job in local.jobs : job.dataset => job }

  zone_id             = var.zone_id
  name                = each.value.name
  dataset             = each.key
  destination_conf    = "s3://${var.bucket}/logs?region=eu-central-1"
  ownership_challenge = data.aws_s3_object.challenge.body

  depends_on = [terraform_data.bucket, edge_logpush_job.first]

  lifecycle {
    prevent_destroy = true

    precondition {
      condition     = length(var.bucket) > 3
      error_message = "The bucket ${var.bucket} has no name."
    }

    precondition {
      condition     = edge_logpush_job.first.destination_conf != ""
      error_message = "The first job has no bucket."
    }
  }
}

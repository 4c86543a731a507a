variable "zone_id" { type = string }
variable "account_id" { type = string }

# Of a zone, so no account has it.
variable "dataset" { default = "http_requests" }
variable "options" { default = { output_type = "csv", retained = true } }
variable "lowest" { default = "500" }

resource "cloudflare_logpush_job" "account" {
  account_id       = var.account_id
  name             = "account"
  dataset          = var.dataset
  enabled          = true
  destination_conf = "s3://logs/account?region=eu-central-1"
}

resource "cloudflare_logpush_job" "commented" {
  zone_id          = var.zone_id
  name             = "commented"
  enabled          = true
  destination_conf = "s3://logs/http?region=eu-central-1"
  # Above the filter.
  filter = jsonencode(# Only errors.
    {
      where = {
        # Of the origin.
        key = "OriginResponseStatus", operator = "geq", value = var.lowest
      }
  })
}

resource "cloudflare_logpush_job" "fields" {
  zone_id          = var.zone_id
  name             = "fields"
  enabled          = true
  destination_conf = "s3://logs/fields?region=eu-central-1"
  logpull_options  = "fields=RayID,One1,Two2"
}

resource "cloudflare_logpush_job" "options" {
  zone_id          = var.zone_id
  name             = "options"
  enabled          = true
  destination_conf = "s3://logs/options?region=eu-central-1"
  output_options   = var.options
}

variable "given" { type = string }

resource "cloudflare_logpush_job" "given" {
  account_id       = var.account_id
  name             = "given"
  dataset          = var.given
  enabled          = true
  destination_conf = "s3://logs/given?region=eu-central-1"
}

variable "zone_id" { type = string }
variable "output" { default = null }
variable "fields" { default = ["RayID", "ClientIP"] }
variable "pull" { default = null }
variable "where" { default = null }

# Each member by itself.
resource "cloudflare_logpush_job" "members" {
  zone_id          = var.zone_id
  name             = "members"
  enabled          = true
  destination_conf = "https://logs.example.com/logs/members"
  filter           = var.where == null ? null : jsonencode({ where = var.where })
  output_options = {
    field_names      = var.fields
    timestamp_format = try(var.output.timestamp_format, null)
    record_prefix    = "{"
  }
}

resource "cloudflare_logpush_job" "both" {
  zone_id          = var.zone_id
  name             = "both"
  enabled          = true
  destination_conf = "https://logs.example.com/logs/both"
  logpull_options  = "fields=${join(",", var.fields)}&timestamps=rfc3339&sample=0.5"
  output_options   = var.output
}

resource "cloudflare_logpush_job" "preferred" {
  zone_id          = var.zone_id
  name             = "preferred"
  enabled          = true
  destination_conf = "https://logs.example.com/logs/preferred"
  logpull_options  = "fields=ClientIP&timestamps=unix"
  output_options   = { field_names = ["RayID"] }
}

resource "cloudflare_logpush_job" "pull" {
  zone_id          = var.zone_id
  name             = "pull"
  enabled          = true
  destination_conf = "https://logs.example.com/logs/pull"
  logpull_options  = var.pull
}

resource "cloudflare_logpush_job" "directive" {
  zone_id          = var.zone_id
  name             = "directive"
  enabled          = true
  destination_conf = "https://logs.example.com/logs/${"directive" # of the job
  }"
  logpull_options = "fields=RayID%{ if var.pull != null }&timestamps=rfc3339%{ endif }"
}

# A block of versions 3 and 4, under a condition.
resource "cloudflare_logpush_job" "dynamic" {
  zone_id          = var.zone_id
  name             = "dynamic"
  enabled          = true
  destination_conf = "https://logs.example.com/logs/dynamic"
  logpull_options  = "fields=${join(",", var.fields, ["RayID"])}&timestamps=unix"

  dynamic "output_options" {
    for_each = var.output == null ? [] : [var.output]
    content {
      field_names      = output_options.value.field_names
      timestamp_format = "rfc3339"
      cve20214428      = true
      batch_prefix     = try(output_options.value.batch_prefix, "")
    }
  }
}


terraform {
  required_providers {
    cloudflare = {
      source  = "cloudflare/cloudflare"
      version = "~> 5.0"
    }
  }
}

variable "zone_id" {
  type = string
}

variable "output" {
  type    = any
  default = null
}

variable "enabled" {
  type    = bool
  default = null
}

variable "fields" {
  type    = list(string)
  default = ["RayID", "ClientIP"]
}

variable "pull" {
  type    = string
  default = null
}

variable "where" {
  type    = any
  default = null
}

# The names of fields once: in alphabetical order as fields, and else in the order of the record.
resource "cloudflare_logpush_job" "literal" {
  zone_id          = var.zone_id
  name             = "literal"
  dataset          = "http_requests"
  enabled          = true
  destination_conf = "https://logs.example.com/logs/literal"
  output_options = {
    field_names      = ["ClientIP", "RayID"]
    timestamp_format = "rfc3339"
    sample_rate      = 0.5
    cve_2021_44228   = true
  }
}

resource "cloudflare_logpush_job" "csv" {
  zone_id          = var.zone_id
  name             = "csv"
  dataset          = "http_requests"
  enabled          = var.enabled
  destination_conf = "https://logs.example.com/logs/csv"
  output_options = {
    field_names = ["RayID", "ClientIP"]
    output_type = "csv"
  }
}

# Each member by itself.
resource "cloudflare_logpush_job" "members" {
  zone_id          = var.zone_id
  name             = "members"
  dataset          = "http_requests"
  enabled          = true
  destination_conf = "https://logs.example.com/logs/members"
  filter           = var.where == null ? null : jsonencode({ where = var.where })
  output_options = {
    field_names      = var.fields
    timestamp_format = try(var.output.timestamp_format, null)
    record_prefix    = "{"
  }
}

resource "cloudflare_logpush_job" "whole" {
  zone_id          = var.zone_id
  name             = "whole"
  dataset          = "http_requests"
  enabled          = true
  destination_conf = "https://logs.example.com/logs/whole"
  output_options   = var.output
}

resource "cloudflare_logpush_job" "both" {
  zone_id          = var.zone_id
  name             = "both"
  dataset          = "http_requests"
  enabled          = true
  destination_conf = "https://logs.example.com/logs/both"
  logpull_options  = "fields=${join(",", var.fields)}&timestamps=rfc3339&sample=0.5"
  output_options   = var.output
}

resource "cloudflare_logpush_job" "preferred" {
  zone_id          = var.zone_id
  name             = "preferred"
  dataset          = "http_requests"
  enabled          = true
  destination_conf = "https://logs.example.com/logs/preferred"
  logpull_options  = "fields=ClientIP&timestamps=unix"
  output_options   = { field_names = ["RayID"] }
}

resource "cloudflare_logpush_job" "pull" {
  zone_id          = var.zone_id
  name             = "pull"
  dataset          = "http_requests"
  enabled          = true
  destination_conf = "https://logs.example.com/logs/pull"
  logpull_options  = var.pull
}

# A block of versions 3 and 4, under a condition.
resource "cloudflare_logpush_job" "dynamic" {
  zone_id          = var.zone_id
  name             = "dynamic"
  dataset          = "http_requests"
  enabled          = true
  destination_conf = "https://logs.example.com/logs/dynamic"
  logpull_options  = "fields=RayID&timestamps=unix"

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


variable "zone_id" { type = string }
variable "output" { default = null }
variable "fields" { default = ["RayID", "ClientIP"] }
variable "pull" { default = null }
variable "where" { default = null }

# Each member by itself.
resource "edge_logpush_job" "members" {
  zone_id          = var.zone_id
  name             = "members"
  destination_conf = "https://logs.example.com/logs/members"
  timestamp_format = try(var.output.timestamp_format, null)
  output_options   = { field_names = var.fields }
  filter           = var.where == null ? null : jsonencode({ where = var.where })
}

resource "edge_logpush_job" "both" {
  zone_id          = var.zone_id
  name             = "both"
  destination_conf = "https://logs.example.com/logs/both"
  fields           = var.output == null ? var.fields : null
  timestamp_format = var.output == null ? "rfc3339" : try(var.output.timestamp_format, null)
  sample_rate      = var.output == null ? 0.5 : try(var.output.sample_rate, null)
  output_options = var.output == null ? null : {
    field_names       = try(var.output.field_names, null)
    output_type       = try(var.output.output_type, null)
    batch_prefix      = try(var.output.batch_prefix, null)
    batch_suffix      = try(var.output.batch_suffix, null)
    record_prefix     = try(var.output.record_prefix, null)
    record_suffix     = try(var.output.record_suffix, null)
    record_delimiter  = try(var.output.record_delimiter, null)
    field_delimiter   = try(var.output.field_delimiter, null)
    record_template   = try(var.output.record_template, null)
    cve_2021_44228    = try(var.output.cve20214428, var.output.cve202144228, var.output.cve_2021_44228, var.output.cve_2021_4428, null)
    merge_subrequests = try(var.output.merge_subrequests, null)
  }
}

resource "edge_logpush_job" "preferred" {
  zone_id          = var.zone_id
  name             = "preferred"
  destination_conf = "https://logs.example.com/logs/preferred"
  output_options   = { field_names = ["RayID"] }
}

resource "edge_logpush_job" "pull" {
  zone_id          = var.zone_id
  name             = "pull"
  destination_conf = "https://logs.example.com/logs/pull"
  fields           = local.pull_options.fields
  timestamp_format = local.pull_options.timestamp_format
  sample_rate      = local.pull_options.sample_rate
}

locals {
  pull_options = provider::edge::logpull_options(var.pull)
}

resource "edge_logpush_job" "directive" {
  zone_id = var.zone_id
  name    = "directive"
  # of the job
  destination_conf        = local.directive_destination.conf
  destination_credentials = local.directive_destination.credentials
  fields                  = local.directive_options.fields
  timestamp_format        = local.directive_options.timestamp_format
  sample_rate             = local.directive_options.sample_rate
}

locals {
  directive_destination = provider::edge::destination("https://logs.example.com/logs/${"directive"}")
  directive_options     = provider::edge::logpull_options("fields=RayID%{if var.pull != null}&timestamps=rfc3339%{endif}")
}

# A block of versions 3 and 4, under a condition.
resource "edge_logpush_job" "dynamic" {
  zone_id          = var.zone_id
  name             = "dynamic"
  destination_conf = "https://logs.example.com/logs/dynamic"
  fields           = length(var.output == null ? [] : [var.output]) == 0 ? compact(split(",", join(",", var.fields, ["RayID"]))) : null
  timestamp_format = length(var.output == null ? [] : [var.output]) == 0 ? "unix" : one([for output_options in [for edge_key, edge_value in (var.output == null ? [] : [var.output]) : { key = edge_key, value = edge_value }] : "rfc3339"])
  output_options = one([for output_options in [for edge_key, edge_value in (var.output == null ? [] : [var.output]) : { key = edge_key, value = edge_value }] : {
    field_names    = output_options.value.field_names
    cve_2021_44228 = true
    batch_prefix   = try(output_options.value.batch_prefix, "")
  }])
}


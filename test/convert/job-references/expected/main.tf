variable "zones" { type = map(string) }
variable "zone_id" { type = string }

variable "token" {
  type      = string
  sensitive = true
}

resource "edge_logpush_job" "one" {
  zone_id          = var.zone_id
  name             = "one"
  destination_conf = "https://logs.example.com/logs/one"
  timestamp_format = "rfc3339"
  sample_rate      = 0.5
  output_options   = { field_names = ["ClientIP", "RayID"], cve_2021_44228 = true }
}

resource "edge_logpush_job" "each" {
  for_each = var.zones

  zone_id                 = each.value
  name                    = each.key
  destination_conf        = "https://logs.example.com/in"
  destination_credentials = { header_X-Key = var.token }
  output_options          = { field_names = ["RayID", "ClientIP"] }
}

output "rate" {
  value = edge_logpush_job.one.sample_rate
}

output "formats" {
  value = [edge_logpush_job.one.timestamp_format]
}

output "names" {
  value = edge_logpush_job.one.output_options.field_names
}

output "redacts" {
  # TODO: Refers to cloudflare_logpush_job.one, which leaves the configuration without an equivalent for
  # this value. It is null until you write a value.
  #   one(cloudflare_logpush_job.one.output_options).cve20214428
  value = null
}

output "rates" {
  value = [for key, zone in var.zones : edge_logpush_job.each[key].output_options.field_names[0]]
}

output "same_destination" {
  value = edge_logpush_job.one.destination_conf
}

output "destinations" {
  # TODO: Uses all of cloudflare_logpush_job.each, which is edge_logpush_job.each now and has other
  # attributes. It has no destination_conf of the same value. Check what reads it.
  value = { for key, job in edge_logpush_job.each : key => job.destination_conf }
}

output "destination" {
  # TODO: Refers to cloudflare_logpush_job.each, which leaves the configuration without an equivalent
  # for this value. It is null until you write a value.
  #   cloudflare_logpush_job.each["main"].destination_conf
  value     = null
  sensitive = true
}

output "options" {
  # TODO: Refers to cloudflare_logpush_job.one, which leaves the configuration without an equivalent for
  # this value. It is null until you write a value.
  #   cloudflare_logpush_job.one.output_options
  value = null
}

output "whole" {
  # TODO: Uses all of cloudflare_logpush_job.one, which is edge_logpush_job.one now and has other
  # attributes. It has no output_options of the same value. Check what reads it.
  value     = edge_logpush_job.one
  sensitive = true
}

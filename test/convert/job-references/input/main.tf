variable "zones" { type = map(string) }
variable "zone_id" { type = string }

variable "token" {
  type      = string
  sensitive = true
}

resource "cloudflare_logpush_job" "one" {
  zone_id          = var.zone_id
  name             = "one"
  enabled          = true
  destination_conf = "https://logs.example.com/logs/one"

  output_options {
    field_names      = ["ClientIP", "RayID"]
    sample_rate      = 0.5
    timestamp_format = "rfc3339"
    cve20214428      = true
  }
}

resource "cloudflare_logpush_job" "each" {
  for_each         = var.zones
  zone_id          = each.value
  name             = each.key
  enabled          = true
  destination_conf = "https://logs.example.com/in?header_X-Key=${var.token}"

  output_options {
    field_names = ["RayID", "ClientIP"]
  }
}

output "rate" {
  value = cloudflare_logpush_job.one.output_options[0].sample_rate
}

output "formats" {
  value = cloudflare_logpush_job.one.output_options[*].timestamp_format
}

output "names" {
  value = cloudflare_logpush_job.one.output_options.0.field_names
}

output "redacts" {
  value = one(cloudflare_logpush_job.one.output_options).cve20214428
}

output "rates" {
  value = [for key, zone in var.zones : cloudflare_logpush_job.each[key].output_options[0].field_names[0]]
}

output "same_destination" {
  value = cloudflare_logpush_job.one.destination_conf
}

output "destinations" {
  value = { for key, job in cloudflare_logpush_job.each : key => job.destination_conf }
}

output "destination" {
  value     = cloudflare_logpush_job.each["main"].destination_conf
  sensitive = true
}

output "options" {
  value = cloudflare_logpush_job.one.output_options
}

output "whole" {
  value     = cloudflare_logpush_job.one
  sensitive = true
}

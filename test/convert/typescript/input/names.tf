resource "cloudflare_logpush_job" "logs" {
  for_each         = var.zones
  zone_id          = each.value
  name             = each.key
  enabled          = each.key != ""
  destination_conf = "s3://logs?region=eu-central-1"
  filter           = jsonencode({ where = { key = "Bot$${x}", operator = "eq", value = each.key } })

  output_options {
    field_names   = [each.key]
    sample_rate   = var.logs == "" ? 1 : 0.5
    output_type   = "csv"
    batch_prefix  = "a$${b}\\n"
    cve20214428   = var.logs == ""
  }
}

resource "cloudflare_logpush_job" "constructor" {
  for_each         = { "a b" = var.logs, c = "d" }
  zone_id          = each.value
  name             = "constructor"
  enabled          = true
  destination_conf = "https://logs.example.com/in?header_Authorization=made-up"
  logpull_options  = "fields=RayID"
}

# The same name as that of a job.
resource "cloudflare_waf_group" "logs" {
  zone_id    = "00000000000000000000000000000001"
  group_id   = "de677e5818985db1285d0e80225f06e5"
  package_id = "1e334934fd7ae32ad705667f8c1057aa"
  mode       = "on"
}

resource "cloudflare_logpush_job" "lost" {
  zone_id          = var.logs
  name             = cloudflare_waf_group.logs.mode
  enabled          = true
  destination_conf = "s3://logs?region=eu-central-1"
  logpull_options  = "fields=RayID"
}

# The name of a variable that the new code needs.
resource "cloudflare_logpush_job" "acknowledge_waf_migration" {
  zone_id          = var.logs
  name             = "taken"
  enabled          = true
  destination_conf = "s3://logs?region=eu-central-1"
  logpull_options  = "fields=RayID"
}

variable "key" {
  type = string
}

resource "terraform_data" "b" {
  input   {
 a = cloudflare_logpush_job.errors[cloudflare_logpush_job.errors["a"].name].id
 b = values(cloudflare_logpush_job.errors)[*].id
 c = "cloudflare_logpush_job.errors.id ${cloudflare_logpush_job.errors[var.key].id}"
 d = <<-EOT
    ${cloudflare_logpush_job.errors["a"].id} # cloudflare_logpush_job.errors.id
  EOT
 e = { for k, v in cloudflare_logpush_job.errors : k => v.id /* cloudflare_logpush_job.errors.id */ }
 f = [keys(cloudflare_logpush_job.errors), length(cloudflare_logpush_job.errors)]
}
  depends_on = [
    cloudflare_waf_rule.a, # why
    cloudflare_logpush_job.errors["a"],
    cloudflare_waf_group.sql,
  ]
}

resource "terraform_data" "c" {
  depends_on = [cloudflare_waf_group.sql, module.c, cloudflare_waf_rule.a]
}

# These have no equivalent, or all of an object.
output "job" { value = cloudflare_logpush_job.errors }
output "jobs" {
  value = [cloudflare_logpush_job.errors, cloudflare_logpush_job.errors["a"].id, cloudflare_logpush_job.errors]
}
output "options" {
  value = { for name, job in cloudflare_logpush_job.errors : name => job.logpull_options }
}
output "group" { value = "s3://b?access-key-id=made-up&x=${cloudflare_waf_group.sql.id}" }
resource "terraform_data" "d" {
  input = cloudflare_logpush_job.errors["a"].logpull_options
}

resource "cloudflare_waf_group" "sql" {
  zone_id    = local.main
  group_id   = "de677e5818985db1285d0e80225f06e5"
  package_id = "1e334934fd7ae32ad705667f8c1057aa"
  mode       = "on"
  depends_on = [cloudflare_waf_rule.a, terraform_data.b]
}
resource "cloudflare_waf_rule" "a" {
  zone_id    = local.main
  rule_id    = "5de7edfa648c4d6891dc3e7f84534ffa"
  package_id = "1e334934fd7ae32ad705667f8c1057aa"
  mode       = "off"
}

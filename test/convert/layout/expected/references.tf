variable "key" {
  type = string
}

resource "terraform_data" "b" {
  input   {
 a = edge_logpush_job.errors[edge_logpush_job.errors["a"].name].id
 b = values(edge_logpush_job.errors)[*].id
 c = "cloudflare_logpush_job.errors.id ${edge_logpush_job.errors[var.key].id}"
 d = <<-EOT
    ${edge_logpush_job.errors["a"].id} # cloudflare_logpush_job.errors.id
  EOT
 e = { for k, v in edge_logpush_job.errors : k => v.id /* cloudflare_logpush_job.errors.id */ }
 f = [keys(edge_logpush_job.errors), length(edge_logpush_job.errors)]
}
  depends_on = [
    edge_waf_migration.waf, # why
    edge_logpush_job.errors,
  ]
}

resource "terraform_data" "c" {
  depends_on = [edge_waf_migration.waf, module.c]
}

# These have no equivalent, or all of an object.
# TODO: Uses all of cloudflare_logpush_job.errors, which is edge_logpush_job.errors now and has other
# attributes. It has no logpull_options of the same value. Check what reads it.
output "job" { value = edge_logpush_job.errors }
output "jobs" {
  # TODO: Uses all of cloudflare_logpush_job.errors, which is edge_logpush_job.errors now and has other
  # attributes. It has no logpull_options of the same value. Check what reads it.
  value = [edge_logpush_job.errors, edge_logpush_job.errors["a"].id, edge_logpush_job.errors]
}
output "options" {
  # TODO: Uses all of cloudflare_logpush_job.errors, which is edge_logpush_job.errors now and has other
  # attributes. It has no logpull_options of the same value. Check what reads it.
  value = { for name, job in edge_logpush_job.errors : name => job.logpull_options }
}
# TODO: Refers to cloudflare_waf_group.sql, which leaves the configuration without an equivalent for
# this value. It is null until you write a value.
#   "s3://b?access-key-id=***&x=${cloudflare_waf_group.sql.id}"
output "group" { value = null }
resource "terraform_data" "d" {
  # TODO: Refers to cloudflare_logpush_job.errors, which leaves the configuration without an equivalent
  # for this value. Write a value, or remove what needs it: until then, the plan fails.
  input = cloudflare_logpush_job.errors["a"].logpull_options
}

resource "edge_waf_migration" "waf" {
  count = var.acknowledge_waf_migration ? 1 : 0

  zone_id                  = local.main
  target                   = "complete"
  acknowledge_irreversible = var.acknowledge_waf_migration
  expected_previous = {
    groups = { de677e5818985db1285d0e80225f06e5 = "on" }
    rules  = { "5de7edfa648c4d6891dc3e7f84534ffa" = "off" }
  }

  depends_on = [terraform_data.b]
}

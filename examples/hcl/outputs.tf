output "job_id" {
  value = edge_logpush_job.failures.id
}

output "pools_left" {
  value       = edge_pool_notification_policy.health.legacy_pool_count
  description = "Number of pools that still have a legacy e-mail."
}

output "waf_state" {
  value = one(edge_waf_migration.waf[*].status.migration_state)
}

variable "zones" {
  type    = map(string)
  default = {}
}

output "ids" {
  value = { for name, job in edge_logpush_job.errors : name => job.id }
}

variable "zones" {
  type    = map(string)
  default = {}
}

variable "enabled" {
  type    = bool
  default = true
}

output "ids" {
  value = { for name, job in edge_logpush_job.errors : name => job.id }
}

variable "sumo_destination" {
  type        = string
  description = "The address of the destination of the log job sumo"
  sensitive   = true
}

variable "acknowledge_waf_migration" {
  type        = bool
  description = "Whether to migrate the WAF of the zones, which is irreversible. Leave it false in the first apply, which moves the state only"
  default     = false
}

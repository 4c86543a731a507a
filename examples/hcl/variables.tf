variable "account_id" {
  type = string
}

variable "zone_id" {
  type = string
}

variable "destination" {
  type        = string
  description = "Where the log lines go, such as s3://edge-logs/http/{DATE}?region=eu-central-1."
}

variable "ownership_challenge" {
  type        = string
  default     = ""
  sensitive   = true
  ephemeral   = true
  description = "Content of the file that the service wrote into the bucket. Needed when the job is created."
}

variable "on_call" {
  type        = set(string)
  default     = []
  description = "E-mail addresses to notify, besides those of the pools."
}

variable "migrate_waf" {
  type        = bool
  default     = false
  description = "Whether to migrate the zone to the new managed rules. This is irreversible."
}

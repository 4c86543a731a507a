variable "workers_header_x_dataset" {
  type        = string
  description = "The parameter header_X-Dataset of the destination, not percent-encoded, of the log job workers"
  sensitive   = true
  ephemeral   = true
}

variable "wide_access_key_id" {
  type        = string
  description = "The parameter access-key-id of the destination, not percent-encoded, of the log job wide"
  sensitive   = true
  ephemeral   = true
}

variable "google_ownership_challenge" {
  type        = string
  description = "The ownership challenge for the destination of the log job google"
  default     = ""
  sensitive   = true
  ephemeral   = true
}

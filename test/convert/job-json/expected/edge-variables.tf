variable "dynamic_header_x_key" {
  type        = string
  description = "The parameter header_X-Key of the destination, not percent-encoded, of the log job dynamic"
  sensitive   = true
  ephemeral   = true
}

variable "dynamic_ownership_challenge" {
  type        = string
  description = "The ownership challenge for the destination of the log job dynamic"
  default     = ""
  sensitive   = true
  ephemeral   = true
}

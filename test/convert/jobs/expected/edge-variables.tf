variable "literal_ownership_challenge" {
  type        = string
  description = "The ownership challenge for the destination of the log job literal"
  default     = ""
  sensitive   = true
  ephemeral   = true
}

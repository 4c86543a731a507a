variable "sumo_destination" {
  type        = string
  description = "The address of the destination of the log job sumo"
  sensitive   = true
}

variable "literal_ownership_challenge" {
  type        = string
  description = "The ownership challenge for the destination of the log job literal"
  default     = ""
  sensitive   = true
  ephemeral   = true
}

variable "second_header_x_token" {
  type        = string
  description = "The parameter header_X-Token of the destination, not percent-encoded, of the log job second"
  sensitive   = true
  ephemeral   = true
}

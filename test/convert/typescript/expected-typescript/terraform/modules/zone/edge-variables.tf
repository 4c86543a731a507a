variable "inner_header_x_key" {
  type        = string
  description = "The parameter header_X-Key of the destination, not percent-encoded, of the log job inner"
  sensitive   = true
  ephemeral   = true
}

variable "firewall_header_authorization" {
  type        = string
  description = "The parameter header_Authorization of the destination, not percent-encoded, of the log job firewall"
  sensitive   = true
  ephemeral   = true
}

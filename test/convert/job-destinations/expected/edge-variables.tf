variable "literal_header_x_key" {
  type        = string
  description = "The parameter header_X-Key of the destination, not percent-encoded, of the log job literal"
  sensitive   = true
  ephemeral   = true
}

variable "literal_header_authorization" {
  type        = string
  description = "The parameter header_Authorization of the destination, not percent-encoded, of the log job literal"
  sensitive   = true
  ephemeral   = true
}

variable "choice_header_authorization" {
  type        = string
  description = "The parameter header_Authorization of the destination, not percent-encoded, of the log job choice"
  sensitive   = true
  ephemeral   = true
}

variable "second_header_x_token" {
  type        = string
  description = "The parameter header_X-Token of the destination, not percent-encoded, of the log job second"
  sensitive   = true
  ephemeral   = true
}

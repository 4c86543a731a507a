variable "keys_session_token" {
  type        = string
  description = "The parameter session-token of the destination, not percent-encoded, of the log job keys"
  sensitive   = true
  ephemeral   = true
}

variable "mixed_header_a" {
  type        = string
  description = "The parameter header_A of the destination, not percent-encoded, of the log job mixed"
  sensitive   = true
  ephemeral   = true
}

variable "nested_header_b" {
  type        = string
  description = "The parameter header_B of the destination, not percent-encoded, of the log job nested"
  sensitive   = true
  ephemeral   = true
}

variable "maybe_header_x_env" {
  type        = string
  description = "The parameter header_X-Env of the destination, not percent-encoded, of the log job maybe"
  sensitive   = true
  ephemeral   = true
}

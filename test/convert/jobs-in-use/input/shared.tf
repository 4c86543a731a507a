locals {
  account = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
  zones   = { main = "cccccccccccccccccccccccccccccccc" }
}

variable "token" {
  type      = string
  sensitive = true
}

variable "filter" {
  type    = any
  default = null
}

variable "hosts" {
  type    = any
  default = { where = { key = "ClientRequestHost", operator = "eq", value = "example.com" } }
}

variable "empty_filter" {
  type    = map(any)
  default = {}
}

variable "upload" {
  type    = object({ bytes = optional(number), seconds = optional(number), records = optional(number) })
  default = {}
}

variable "lake" {
  type    = string
  default = "r2://lake/firewall/{DATE}?account-id=1&access-key-id=key&secret-access-key=made-up"
}

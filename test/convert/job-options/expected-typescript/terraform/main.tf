variable "zone_id" {
  type = string
}

variable "output" {
  type    = any
  default = null
}

variable "enabled" {
  type    = bool
  default = null
}

variable "fields" {
  type    = list(string)
  default = ["RayID", "ClientIP"]
}

variable "pull" {
  type    = string
  default = null
}

variable "where" {
  type    = any
  default = null
}


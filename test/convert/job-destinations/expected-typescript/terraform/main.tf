variable "zone_id" {
  type = string
}

variable "destination" {
  type      = string
  sensitive = true
}

variable "collector" {
  type = object({ host = string, token = string })
}

variable "lake" {
  type = map(object({ bucket = string, key = string, secret = string }))
}

variable "env" {
  type = string
}

locals {
  splunk = "splunk://${var.collector.host}/raw?channel=c&header_Authorization=${urlencode("Splunk ${var.collector.token}")}"
}

module "europe" {
  source  = "./modules/delivery"
  zone_id = var.zone_id
  name    = "europe"
  to      = var.destination

  second_header_x_token = var.second_header_x_token
}

module "asia" {
  source  = "./modules/delivery"
  zone_id = var.zone_id
  name    = "asia"
  to      = "r2://asia/{DATE}?account-id=1&access-key-id=a&secret-access-key=b"

  second_header_x_token = var.second_header_x_token
}

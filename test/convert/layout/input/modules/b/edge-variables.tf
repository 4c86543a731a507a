variable "mine" {
  default = ""
}

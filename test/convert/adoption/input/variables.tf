variable "zones" {
  type = map(string)
  default = {
    shop = "11111111111111111111111111111111"
    blog = "22222222222222222222222222222222"
  }
}

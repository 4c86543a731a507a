variable "sumo_destination" {
  type        = string
  description = "The address of the destination of the log job sumo"
  sensitive   = true
}

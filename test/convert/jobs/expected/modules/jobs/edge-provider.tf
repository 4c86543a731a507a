terraform {
  required_providers {
    edge = {
      source = "terraform.local/edge-platform/edge"
    }
  }
}

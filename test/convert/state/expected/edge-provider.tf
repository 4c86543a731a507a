terraform {
  required_version = ">= 1.11"

  required_providers {
    edge = {
      source  = "terraform.local/edge-platform/edge"
      version = "0.0.0"
    }
  }
}

# Credentials come from the environment: EDGE_API_TOKEN, or EDGE_API_EMAIL with EDGE_API_KEY.
provider "edge" {
  custom_field_limits = "current"
}

terraform {
  required_version = ">= 1.11"
}

# Credentials come from the environment: EDGE_API_TOKEN, or EDGE_API_EMAIL with EDGE_API_KEY.
provider "edge" {}

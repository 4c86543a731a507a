# The new managed rules of api.example, whose zone has migrated.
# TODO: Whether its zone is migrated is not known. With credentials for the API, a migrated zone
# becomes a WafMigration with the overrides and skip rules of the block. The block stays as it is.
resource "cloudflare_ruleset" "managed" {
  zone_id     = var.api_zone_id
  name        = "Managed rules"
  description = "Managed rules of the API"
  kind        = "zone"
  phase       = "http_request_firewall_managed"

  # The health checks of the load balancer look like a scanner.
  rules {
    ref         = "skip_health_checks"
    description = "No managed rules for health checks"
    expression  = "(http.request.uri.path eq \"/health\")"
    action      = "skip"
    enabled     = true

    action_parameters {
      ruleset = "current"
    }

    logging {
      enabled = true
    }
  }

  rules {
    ref         = "managed"
    description = "Managed ruleset"
    expression  = "true"
    action      = "execute"
    enabled     = true

    action_parameters {
      id = "efb7b8c949ac4650a09736fc376e9aee"

      overrides {
        categories {
          category = "wordpress"
          enabled  = false
        }

        categories {
          category = "sqli"
          action   = "block"
        }

        rules {
          id     = "5de7edfa648c4d6891dc3e7f84534ffa"
          action = "log"
        }
      }
    }
  }

  rules {
    ref         = "owasp"
    description = "OWASP ruleset at paranoia level 2"
    expression  = "true"
    action      = "execute"
    enabled     = true

    action_parameters {
      id = "4814384a9e5d4991b9815dcfc25d2f1f"

      overrides {
        categories {
          category = "paranoia-level-3"
          enabled  = false
        }

        categories {
          category = "paranoia-level-4"
          enabled  = false
        }

        rules {
          id              = "6179ae15870a4bb7b2d480d4843b323c"
          action          = "managed_challenge"
          score_threshold = 60
        }
      }
    }
  }
}

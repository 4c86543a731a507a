# TODO: Whether its zone is migrated is not known. With credentials for the API, a migrated zone
# becomes a WafMigration with the overrides and skip rules of the block. The block stays as it is.
resource "cloudflare_ruleset" "managed" {
  zone_id     = "d4e5f60718293a4b5c6d7e8f90a1b2c3"
  name        = "Managed rules"
  description = "Managed rules of the API"
  kind        = "zone"
  phase       = "http_request_firewall_managed"

  rules = [
    {
      ref         = "skip_health_checks"
      description = "No managed rules for health checks"
      expression  = "(http.request.uri.path eq \"/health\")"
      action      = "skip"
      action_parameters = {
        ruleset = "current"
      }
    },
    {
      ref         = "managed"
      description = "Managed ruleset"
      expression  = "true"
      action      = "execute"
      action_parameters = {
        id = "efb7b8c949ac4650a09736fc376e9aee"
        overrides = {
          action = "block"
          categories = [
            { category = "wordpress", enabled = false },
            { category = "sqli", action = "managed_challenge" },
          ]
          rules = [
            { id = "5de7edfa648c4d6891dc3e7f84534ffa", action = "log", enabled = true },
          ]
        }
      }
    },
    {
      ref         = "owasp"
      description = "OWASP ruleset at paranoia level 3"
      expression  = "true"
      action      = "execute"
      action_parameters = {
        id = "4814384a9e5d4991b9815dcfc25d2f1f"
        overrides = {
          categories = [
            { category = "paranoia-level-4", enabled = false },
          ]
          rules = [
            { id = "6179ae15870a4bb7b2d480d4843b323c", action = "block", score_threshold = 40 },
          ]
        }
      }
    },
  ]
}

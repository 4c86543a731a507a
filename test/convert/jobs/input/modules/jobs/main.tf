variable "zones" { type = map(string) }
variable "challenges" { type = map(string) }

resource "cloudflare_logpush_ownership_challenge" "this" {
  for_each         = var.zones
  zone_id          = each.value
  destination_conf = "gs://logs/${each.key}"
}

resource "cloudflare_logpush_job" "this" {
  for_each            = var.zones
  zone_id             = each.value
  name                = "module-${each.key}"
  enabled             = true
  destination_conf    = cloudflare_logpush_ownership_challenge.this[each.key].destination_conf
  ownership_challenge = try(var.challenges[each.key], cloudflare_logpush_ownership_challenge.this[each.key].ownership_challenge_filename)
}

# A token in the code.
resource "cloudflare_logpush_job" "literal" {
  count               = length(var.zones)
  zone_id             = values(var.zones)[count.index]
  name                = "literal"
  enabled             = true
  destination_conf    = "gs://logs/literal"
  ownership_challenge = "made-up-6"
}

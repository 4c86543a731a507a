module "b" {
  source = "../b"
  providers = { cloudflare = cloudflare, edge = edge }

  acknowledge_waf_migration = var.acknowledge_waf_migration
}

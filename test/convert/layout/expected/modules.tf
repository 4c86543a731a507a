module "a" {
  source = "./modules/a" # nested
  providers = {
    cloudflare = cloudflare
    edge = edge
  }

  acknowledge_waf_migration = var.acknowledge_waf_migration
}
module "c" {
  source = "./modules/c"
  providers = { cloudflare = cloudflare }
}
module "shared" {
  source = "./modules/shared" # beside the folder
}

module "a" {
  source = "./modules/a" # nested
  providers = {
    cloudflare = cloudflare
  }
}
module "c" {
  source = "./modules/c"
  providers = { cloudflare = cloudflare }
}
module "shared" {
  source = "../modules/shared" # beside the folder
}

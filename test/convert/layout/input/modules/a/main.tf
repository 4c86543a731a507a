module "b" {
  source = "../b"
  providers = { cloudflare = cloudflare }
}

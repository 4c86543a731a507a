account_id = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
healthy = true
filter = {
  pool   = { disable = true }
  origin = { disable = true }
}

account_id = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
healthy = false
filter = {
  pool   = { disable = true, healthy = null }
  origin = { healthy = true }
}
pools = {
  down   = { filter = { pool = { healthy = false }, origin = { healthy = false } } }
  all    = {}
  silent = { filter = { pool = { disable = true }, origin = { disable = true } } }
}

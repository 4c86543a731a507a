account_id = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
emails = ["", "a@example.com", "a@example.com"]
pools = {
  silent = {}
  empty  = { email = " ;" }
  loud   = { email = "b@example.com, " }
}

account_id = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
recipients = { email = [{ id = "ops@example.com" }] }

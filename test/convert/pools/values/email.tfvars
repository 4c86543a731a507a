account_id = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
email      = "ops@example.com"

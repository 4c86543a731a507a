account_id = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
email = "a@example.com, b@example.com"

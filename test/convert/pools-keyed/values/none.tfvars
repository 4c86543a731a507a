account_id = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

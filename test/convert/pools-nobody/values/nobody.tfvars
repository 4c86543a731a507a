account_id = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
email = ""

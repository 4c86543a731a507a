account_id = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
watchers   = ["one@example.com", "two@example.com"]
pools      = { eu = "192.0.2.1", us = "192.0.2.2" }

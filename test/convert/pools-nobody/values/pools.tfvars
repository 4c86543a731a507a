account_id = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
names = ["a", "b"]
size = 2

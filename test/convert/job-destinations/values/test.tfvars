zone_id     = "023e105f4ecef8ad9ca31a8372d0c353"
destination = " r2://logs/http?account-id=1 "
collector   = { host = "user:pass@c.example.com", token = "a%20b" }
lake        = {}
env         = "test"

literal_header_authorization  = "Basic x"
literal_header_x_key          = "k"
choice_header_authorization   = "Bearer b"
sumo_destination              = "sumo://endpoint.example.com/receiver/v1/http/x"
second_header_x_token         = "t"

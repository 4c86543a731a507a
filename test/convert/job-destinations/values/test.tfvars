zone_id     = "023e105f4ecef8ad9ca31a8372d0c353"
destination = " https://logs.example.com/http "
collector   = { host = "user:pass@c.example.com", token = "t/2" }
lake        = {}
env         = "test"

literal_header_authorization  = "Basic x"
literal_header_x_key          = "k"
choice_header_authorization   = "Bearer b"

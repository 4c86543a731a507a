zone_id     = "023e105f4ecef8ad9ca31a8372d0c353"
destination = "https://u:p@c.example.com/in?header_X-Key=a%2Fb"
collector   = { host = "c.example.com:8088", token = "t+k" }
lake        = { a = { bucket = "lake", key = "key", secret = "s+/=" } }
env         = "prod"

literal_header_authorization  = "Basic x"
literal_header_x_key          = "k"
choice_header_authorization   = "Bearer b"

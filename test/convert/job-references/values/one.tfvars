zone_id = "023e105f4ecef8ad9ca31a8372d0c353"
zones   = { main = "11111111111111111111111111111111" }
token   = "t"

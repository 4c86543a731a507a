zones      = { a = "023e105f4ecef8ad9ca31a8372d0c353", b = "11111111111111111111111111111111" }
challenges = { a = "made-up", b = "made-up-too" }
literal_ownership_challenge = "x"

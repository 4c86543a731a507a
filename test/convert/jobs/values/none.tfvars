zones = {}
sumo_destination = "sumo://endpoint.example.com/receiver/v1/http/made-up-4"

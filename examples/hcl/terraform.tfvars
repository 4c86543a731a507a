# The account and the zone of the emulator, and a destination that needs no proof of ownership. Use your own.
account_id  = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
zone_id     = "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"
destination = "s3://my-logs/http/{DATE}?region=eu-central-1&endpoint=s3.example.com"
on_call     = ["ops@example.com"]

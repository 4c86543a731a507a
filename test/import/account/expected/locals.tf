locals {
  accounts = {
    # Example, Inc.
    example_inc = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
  }
  zones = {
    # 1and1.example
    zone_1and1_example = "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeee2"
    # example.com
    example_com = "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeee1"
  }
  pools = {
    eu_east = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb2"
    eu_west = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb1"
    us      = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb3"
  }
  webhooks = {
    chat_of_on_call = "ffffffffffffffffffffffffffffffff"
  }
  destinations = {
    logs_bucket_http = "s3://logs-bucket/http/{DATE}?region=eu-central-1"
  }
  recipients = {
    ops_and_eu = ["ops@example.com", "eu@example.com"]
  }
  field_sets = {
    http_requests = [
      "ClientIP",
      "ClientRequestHost",
      "EdgeResponseStatus",
      "EdgeStartTimestamp",
      "RayID",
      "RequestHeaders",
    ]
  }
}

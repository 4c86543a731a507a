import { packageVersion } from '../../client/package-version';
import { defaultZoneId } from '../../emulator/fixture/default-fixture';
import { requirement } from '../provider/install';

export function stackCode(): string {
  return `${requirement(packageVersion())}

provider "edge" {}

# What the zone logs besides its fields.
resource "edge_custom_fields_ruleset" "fields" {
  zone_id         = "${defaultZoneId}"
  request_headers = ["x-request-id"]
  cookies         = ["sessionId"]
}

# Delivers the requests that failed to a bucket.
resource "edge_logpush_job" "failures" {
  zone_id          = edge_custom_fields_ruleset.fields.zone_id
  name             = "failed-requests"
  destination_conf = "s3://logs/{DATE}?region=eu-1&endpoint=s3.example.com"
  filter           = provider::edge::filter("EdgeResponseStatus >= 500")

  fields = [
    "RayID", "ClientRequestPath", "EdgeResponseStatus",
    "RequestHeaders", "Cookies",
  ]
}
`;
}

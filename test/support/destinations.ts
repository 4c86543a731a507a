/** Destinations as the service's public pages print them, with ids, names and keys in place of those in angle brackets. */
export const publicDestinations = [
  'r2://logs-bucket/http/{DATE}?account-id=023e105f4ecef8ad9ca31a8372d0c353&access-key-id=AK1&secret-access-key=SK%2F1',
  's3://mybucket/logs/{DATE}?region=us-east-1&sse=AES256',
  's3://burritobot/logs?region=us-west-2',
  's3://mybucket/logs?region=sfo2&access-key-id=AK1&secret-access-key=SK1&endpoint=sfo2.digitaloceanspaces.com',
  'gs://bucket/dir',
  'azure://myblobcontainer/logs/{DATE}?sv=2024-11-04&ss=b&srt=o&sp=w&se=2031-01-01T00:00:00Z&st=2026-01-01T00:00:00Z&spr=https&sig=a%2Fb%3D',
  'sumo://endpoint4.collection.us2.sumologic.com/receiver/v1/http/ZaVnC4dhaV2==',
  'datadog://http-intake.logs.datadoghq.com/api/v2/logs?header_DD-API-KEY=20e6d94e8c57924ad1be3c29bcaee0197d&ddsource=cloudflare&service=shop&host=shop.example&ddtags=env%3Aprod',
  'splunk://splunk.cf-analytics.com:8088/services/collector/raw?channel=9f5f4b3e-0000-4000-8000-2b6c7d8e9f00&insecure-skip-verify=false&sourcetype=cloudflare:json&header_Authorization=Splunk%20e6d94e8c-5792-4ad1-be3c-29bcaee0197d',
  'https://logs.example.com?header_Authorization=Basic%20REDACTED&tags=host:theburritobot.com,dataset:http_requests',
  'https://log-api.eu.newrelic.com/log/v1?Api-Key=eu01xx&format=cloudflare',
  'kinesis://stream?region=us-east-1&sts-assume-role-arn=arn:aws:iam::123456789012:role/logs&sts-external-id=7',
  'kinesis://stream?region=us-east-1&access-key-id=AK1&secret-access-key=SK1',
  'ibmcl://3482.ingress.us-south.logs.cloud.ibm.com/logs/v1/singles?ibm_api_key=K1',
  'bq://projects/shop/datasets/logs/tables/http?credentials=base64%3AeyJ0eXBlIjoiIn0%3D',
  'sentinelone://ingest.us1.sentinelone.net/services/collector/raw?sourcetype=marketplace-cloudflare-latest&header_Authorization=Bearer%200e6d94e8',
] as const;

const pair = 'access-key-id=AK1&secret-access-key=SK1';

/** Destinations that the service cannot use, each with what a message must name. */
export const brokenDestinations: readonly (readonly [conf: string, named: string])[] = [
  [`s3://b/{date}?region=eu`, '"{date}"'],
  [`s3://b/$\{DATE}?region=eu`, '"${DATE}"'],
  ['gs://b/{DATE}/{HOUR}', '"{HOUR}"'],
  [`r2://b/{{DATE}}?account-id=1&${pair}`, '"{{DATE}}"'],
  ['https://logs.example.com/{DATE}', '"{DATE}"'],
  [`r2://b?${pair}`, 'has no "account-id"'],
  [`r2://b?accountid=1&${pair}`, '"accountid". Write it account-id='],
  ['r2://b?account-id=1', 'has no "access-key-id"'],
  ['r2://b?account-id=1&access-key-id=AK1', 'has no "secret-access-key"'],
  ['s3://b', 'has no "region" or "endpoint"'],
  ['s3://b?region=eu&sse=aws:kms', '"sse"'],
  [`s3://b?endpoint=s3.example.com/b&${pair}`, '"endpoint"'],
  ['azure://c/logs?sv=2024-11-04', 'has no "sig"'],
  ['azure://c/logs?sv=2024-11-04&srt=sco&sig=x', '"srt"'],
  ['gs:///logs', 'gs://<bucket>/<folder>'],
  ['sumo://endpoint4.collection.us2.sumologic.com', 'sumo://<host>/receiver/v1/http/<code'],
  ['datadog://http-intake.logs.datadoghq.com/api/v2/logs?ddsource=cloudflare', 'has no "header_DD-API-KEY"'],
  ['splunk://splunk.example:8088/services/collector/raw?channel=1', 'has no "header_Authorization"'],
  ['splunk://splunk.example:8088/services/collector/raw?header_Authorization=Splunk%201', 'has no "channel"'],
  [
    'splunk://splunk.example?channel=1&insecure-skip-verify=no&header_Authorization=1',
    '"insecure-skip-verify"',
  ],
  [`kinesis://stream?${pair}`, 'has no "region"'],
  ['kinesis://stream?region=eu', 'has no "sts-assume-role-arn" or "access-key-id"'],
  ['ibmcl://1.ingress.eu.logs.cloud.ibm.com/logs/v1/singles', 'has no "ibm_api_key"'],
  [
    'bq://shop/logs/http?credentials=base64%3Ae30',
    'bq://projects/<project>/datasets/<dataset>/tables/<table>',
  ],
  ['bq://projects/p/datasets/d/tables/t?credentials=%7B%7D', '"credentials"'],
  ['sentinelone://ingest.example/services/collector/raw?sourcetype=x', 'has no "header_Authorization"'],
  ['http://logs.example.com/in', '"http://"'],
];

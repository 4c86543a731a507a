import type { Draw } from '../random';

const secret = 'SECRET+of/the=account';
const encoded = encodeURIComponent(secret);

/** Every kind of destination, with and without credentials, several jobs with the same one. */
const destinations: readonly ((folder: string) => string)[] = [
  (folder) => `s3://logs/${folder}/{DATE}?region=eu-central-1`,
  () => 's3://logs/all/{DATE}?region=eu-central-1&sse=AES256',
  (folder) =>
    `s3://minio/${folder}?region=us-east-1&endpoint=minio.example:9000&access-key-id=AKIA&secret-access-key=${encoded}`,
  (folder) => `r2://bucket/${folder}/{DATE}?account-id=1&access-key-id=AKIA&secret-access-key=${encoded}`,
  (folder) => `gs://archive/${folder}`,
  (folder) => `azure://container/${folder}/{DATE}?sv=2024-01-01&sp=rw&sig=${encoded}`,
  () => `sumo://collectors.sumologic.example/receiver/v1/http/${secret.replaceAll('/', '')}`,
  (folder) =>
    `https://logs.example/in/${folder}?header_Authorization=Basic%20${encoded}&tags=host%3A%22a%22%2Cb`,
  () => 'https://logs.example/in?team=%C3%A4%20%24%7Bx%7D',
  () =>
    `splunk://splunk.example:8088/services/collector/raw?channel=0&insecure-skip-verify=false&sourcetype=x&header_Authorization=Splunk%20${encoded}`,
  () =>
    `datadog://http-intake.logs.datadoghq.example/api/v2/logs?header_DD-API-KEY=${encoded}&ddsource=edge&service=shop`,
  (folder) => `https://logs.example/in/${folder}?team=\${var.path}`,
];

export function destinationOf(draw: Draw, index: number): string {
  const make = destinations[index % destinations.length];
  if (make === undefined) throw new Error('There is no destination.');
  return make(draw.pick(['edge', 'edge/http', 'team-a', 'ünïcode', "it's"]));
}

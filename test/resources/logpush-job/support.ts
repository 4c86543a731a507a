import type { LogpushJobProps } from '../../../lib';
import type { LogpushJobAttributes } from '../../../lib/resources/logpush-job/contract';
import { settingAttributes } from '../../../lib/resources/logpush-job/settings';
import { logpushJobHandler as handler } from '../../../lib/resources/logpush-job/handler';
import { unknown, type Desired, type Planned, type State } from '../../../lib/schema';
import { describeAll, zoneId, type Recorded } from '../../support/handler-harness';
import { omitted } from '../../support/sample-values';

export const props: LogpushJobProps = {
  zoneId,
  name: 'failures',
  destinationConf: 's3://logs/http/{DATE}?region=eu-central-1',
  fields: ['RayID', 'EdgeResponseStatus'],
};

export type Wanted = Desired<LogpushJobAttributes>;
export const noSettings = omitted(settingAttributes);

export type Output = NonNullable<Wanted['output_options']>;

/** A desired job whose destination needs no challenge, with defaults for what is not given. */
export const wantedJob = (given: Partial<Wanted> = {}): Wanted => ({
  zone_id: zoneId,
  account_id: null,
  name: 'errors',
  dataset: 'http_requests',
  destination_conf: 's3://bucket/logs/{DATE}?endpoint=storage.example',
  destination_credentials: null,
  destination_credentials_version: null,
  fields: ['RayID', 'EdgeStartTimestamp'],
  timestamp_format: 'rfc3339',
  sample_rate: 1,
  output_options: null,
  filter: null,
  ownership_challenge: null,
  enabled: true,
  ...noSettings,
  ...given,
});

/** Output options as a plan has them: with defaults for what is not given. */
export const outputOptions = (given: Partial<Output> = {}): Output => ({
  field_names: null,
  output_type: 'ndjson',
  batch_prefix: '',
  batch_suffix: '',
  record_prefix: null,
  record_suffix: null,
  record_delimiter: '',
  field_delimiter: ',',
  record_template: '',
  cve_2021_44228: false,
  merge_subrequests: false,
  ...given,
});

/** The advice on a plan. Write-only values are in the configuration alone. */
export async function plan(
  prior: State<LogpushJobAttributes> | null,
  to: Partial<Planned<LogpushJobAttributes>>,
  by: Recorded<LogpushJobAttributes>,
): Promise<string[]> {
  const computed = { id: unknown, last_complete: unknown, last_error: unknown, error_message: unknown };
  const config = { ...wantedJob(), ...computed, ...to };
  const planned = { ...config, destination_credentials: null, ownership_challenge: null };
  return describeAll((await handler.plan?.({ prior, planned, config }, by))?.diagnostics ?? []);
}

import type { OutputOptions } from '../../../logs';

/** A log-delivery job in the state, without the ownership challenge, which is checked once. */
export interface Job extends JobSettings {
  readonly id: number;
  readonly last_complete: string | null;
  readonly last_error: string | null;
  readonly error_message: string | null;
}

export interface JobSettings {
  readonly dataset: string;
  readonly enabled: boolean;
  readonly name: string | null;
  readonly destination_conf: string;
  readonly logpull_options: string | null;
  readonly output_options: OutputOptions | null;
  readonly filter: string | null;
  readonly filter_attack_traffic: boolean;
  readonly frequency: 'high' | 'low';
  readonly kind: '' | 'edge';
  readonly max_upload_bytes: number;
  readonly max_upload_interval_seconds: number;
  readonly max_upload_records: number;
}

/** The keys of a request body. */
export type JobPatch = Partial<JobSettings> & { readonly ownership_challenge?: string };

export const jobDefaults: Omit<JobSettings, 'destination_conf'> = {
  dataset: 'http_requests',
  enabled: false,
  name: null,
  logpull_options: null,
  output_options: null,
  filter: null,
  filter_attack_traffic: false,
  frequency: 'high',
  kind: '',
  max_upload_bytes: 0,
  max_upload_interval_seconds: 0,
  max_upload_records: 0,
};

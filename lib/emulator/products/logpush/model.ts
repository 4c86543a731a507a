/** A log-delivery job as it is kept. The ownership challenge is not: it is looked at once. */
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

/** What a caller sent: keys that are absent were not sent. */
export type JobPatch = Partial<JobSettings> & { readonly ownership_challenge?: string };

export const lineTimestampFormats = ['unixnano', 'unix', 'rfc3339', 'rfc3339ms', 'rfc3339ns'] as const;

export interface OutputOptions {
  readonly field_names?: readonly string[];
  readonly output_type?: 'ndjson' | 'csv';
  readonly batch_prefix?: string;
  readonly batch_suffix?: string;
  readonly record_prefix?: string;
  readonly record_suffix?: string;
  readonly record_delimiter?: string;
  readonly field_delimiter?: string;
  readonly record_template?: string;
  readonly timestamp_format?: (typeof lineTimestampFormats)[number];
  readonly sample_rate?: number;
  readonly 'CVE-2021-44228'?: boolean;
  readonly merge_subrequests?: boolean;
}

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

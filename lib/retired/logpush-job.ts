import { except, flag, ignored, number, object, renamed, text, type Members } from './form';

/** The name of the CVE option in the API. */
export const cveName = 'CVE-2021-44228';

/** The names of the CVE option in the versions of the provider. */
export const cveNames = ['cve20214428', 'cve202144228', 'cve_2021_44228', 'cve_2021_4428', cveName] as const;

/** The members of `output_options`. An empty text is sent, except as a template. Options that are newer than the table are kept. */
const outputOptions: Members = {
  record_template: text,
  [cveName]: except(renamed(flag, ...cveNames), false),
};

/**
 * The members of `cloudflare_logpush_job`. Its destination may have credentials. The ownership challenge is left out: it is a secret, and the service
 * never returns it.
 */
export const logpushJob: Members = {
  id: number,
  name: text,
  dataset: text,
  enabled: flag,
  destination_conf: text,
  logpull_options: text,
  output_options: object(outputOptions, { keepsOthers: true }),
  filter: text,
  filter_attack_traffic: except(flag, false),
  kind: text,
  frequency: except(text, 'high'),
  max_upload_bytes: except(number, 0),
  max_upload_interval_seconds: except(number, 0),
  max_upload_records: except(number, 0),
  ownership_challenge: ignored,
};

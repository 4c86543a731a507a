interface Parameter {
  readonly isCredential?: true;
  /** The values that the service takes, where its pages list them. */
  readonly values?: RegExp;
  /** A value in words, for messages. */
  readonly example?: string;
}

/** The rules of the service's public page of a destination about its address. */
export interface DestinationScheme {
  /** The form of an address without its credentials, for messages. */
  readonly form: string;
  /** Pattern of the part between `://` and `?`. */
  readonly address: RegExp;
  /** Whether that is a bucket and a folder, in which the service replaces `{DATE}`. */
  readonly isBucket?: true;
  /** Whether the address itself is a key. */
  readonly isSecret?: true;
  /** Parameters that must be there. Of several in one entry, one is enough. */
  readonly required: readonly (readonly string[])[];
  /** All parameters of the page, by name. A name that ends in `_` stands for all that begin with it. */
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly isOpen?: true;
  /** Present if a job needs an `ownership_challenge`, unless it has one of these parameters. */
  readonly challengedWithout?: readonly string[];
}

const optional: Parameter = {};
const credential: Parameter = { isCredential: true };
const bucket = /^(?!\.{1,2}(?:\/|$))[^/]+(?:\/(?!\.{1,2}(?:\/|$))[^/]*)*$/;
const host = /^[^/]/;

/** Two parameters of which one alone is not enough. */
export const keyPair = ['access-key-id', 'secret-access-key'] as const;
const keys = { 'access-key-id': credential, 'secret-access-key': credential };

/** A header of the request to an HTTP endpoint: a page calls them `header_*`. */
const headers = { header_: credential };

/**
 * The destinations of log-delivery jobs that this version knows. Source: the service's pages "API configuration" (section
 * "Destination") and "Enable destinations", of which each entry names its own. What a page does not say is not checked.
 */
export const schemes = {
  /** "Enable Cloudflare R2". */
  r2: {
    form: 'r2://<bucket>/<folder>?account-id=<account id>',
    address: bucket,
    isBucket: true,
    required: [['account-id'], ['access-key-id'], ['secret-access-key']],
    parameters: { 'account-id': optional, ...keys },
  },
  /** "Enable Google Cloud Storage": access is granted to the service's own account. */
  gs: {
    form: 'gs://<bucket>/<folder>',
    address: bucket,
    isBucket: true,
    required: [],
    parameters: {},
    challengedWithout: [],
  },
  /** "Enable Amazon S3", and "Enable S3-compatible endpoints" for `endpoint`, with which there is no challenge. */
  s3: {
    form: 's3://<bucket>/<folder>?region=<region>',
    address: bucket,
    isBucket: true,
    required: [['region', 'endpoint']],
    parameters: {
      region: optional,
      endpoint: { values: /^(?:https?:\/\/)?[^/]+$/, example: 'a host, without bucket and path' },
      sse: { values: /^AES256$/, example: 'AES256' },
      ...keys,
      'session-token': credential,
    },
    challengedWithout: ['endpoint', 'access-key-id'],
  },
  /** "Enable Sumo Logic": the HTTP source address, whose last part is the code of the collector. */
  sumo: {
    form: 'sumo://<host>/receiver/v1/http/<code of the collector>',
    address: /^[^/]+\/.*[^/]$/,
    isSecret: true,
    required: [],
    parameters: {},
    challengedWithout: [],
  },
  /** "Enable HTTP destination", "Enable New Relic", "Enable Elastic". An endpoint has parameters of its own. */
  https: {
    form: 'https://<host>/<path>',
    address: host,
    required: [],
    parameters: {
      ...headers,
      'api-key': credential,
      api_key: credential,
      apikey: credential,
      token: credential,
      access_token: credential,
      password: credential,
    },
    isOpen: true,
  },
  /** "Enable Microsoft Azure", whose query is a signature of Azure: "Create an account SAS" and "Create a service SAS" have its names. */
  azure: {
    form: 'azure://<container>/<folder>?<signature>',
    address: bucket,
    isBucket: true,
    required: [['sig']],
    parameters: {
      sv: optional,
      ss: { values: /^b$/, example: 'b' },
      srt: { values: /^o$/, example: 'o' },
      sp: optional,
      st: optional,
      se: optional,
      sr: optional,
      si: optional,
      sip: optional,
      spr: optional,
      ses: optional,
      sdd: optional,
      skoid: optional,
      sktid: optional,
      skt: optional,
      ske: optional,
      sks: optional,
      skv: optional,
      sig: credential,
    },
    challengedWithout: [],
  },
  /** "Enable Splunk", and the parameters of Splunk's endpoint `services/collector/raw`. */
  splunk: {
    form: 'splunk://<host>:<port>/services/collector/raw?channel=<channel id>',
    address: host,
    required: [['channel'], ['header_Authorization']],
    parameters: {
      channel: optional,
      'insecure-skip-verify': { values: /^(?:true|false)$/, example: 'true or false' },
      sourcetype: optional,
      host: optional,
      index: optional,
      source: optional,
      ...headers,
    },
  },
  /** "Enable Datadog". */
  datadog: {
    form: 'datadog://<host>/api/v2/logs?ddsource=cloudflare',
    address: host,
    required: [['header_DD-API-KEY']],
    parameters: {
      ddsource: optional,
      service: optional,
      host: optional,
      hostname: optional,
      ddtags: optional,
      ...headers,
    },
  },
  /** "Enable Amazon Kinesis". */
  kinesis: {
    form: 'kinesis://<stream>?region=<region>&sts-assume-role-arn=<role>',
    address: host,
    required: [['region'], ['sts-assume-role-arn', 'access-key-id']],
    parameters: {
      region: optional,
      'sts-assume-role-arn': optional,
      'sts-external-id': optional,
      ...keys,
    },
  },
  /** "Enable Logpush IBM Cloud Logs". */
  ibmcl: {
    form: 'ibmcl://<instance id>.ingress.<region>.logs.cloud.ibm.com/logs/v1/singles',
    address: host,
    required: [['ibm_api_key']],
    parameters: { ibm_api_key: credential },
  },
  /** "Enable Google BigQuery". */
  bq: {
    form: 'bq://projects/<project>/datasets/<dataset>/tables/<table>',
    address: /^projects\/[^/]+\/datasets\/[^/]+\/tables\/[^/]+$/,
    required: [['credentials']],
    parameters: {
      credentials: {
        isCredential: true,
        values: /^(?:base64|url):/,
        example: 'base64:<JSON of the key> or url:<JSON of the key>',
      },
    },
  },
  /** "Enable SentinelOne". */
  sentinelone: {
    form: 'sentinelone://<host>/services/collector/raw?sourcetype=<source type>',
    address: host,
    required: [['header_Authorization']],
    parameters: { sourcetype: optional, ...headers },
  },
} as const satisfies Readonly<Record<string, DestinationScheme>>;

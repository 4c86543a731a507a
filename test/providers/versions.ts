import { join, resolve } from 'node:path';

/** Configuration in the form of one version of the service's provider. */
export interface ProviderVersion {
  /** Of the folder below test/convert. */
  readonly name: string;
  /** The version of the provider that applies it. */
  readonly version: string;
  /** The address of the challenge that a job needs, whose file is in the bucket once the challenge exists. */
  readonly challenge?: string;
  /** Whether the configuration has resources of the previous WAF. */
  readonly hasPreviousWaf: boolean;
  /** Variables beside the token of the provider. */
  readonly variables: Readonly<Record<string, string>>;
  /** What the first deploy writes, which CONVERSION.md announces: policies in place of e-mails. */
  readonly announced: readonly string[];
  /** The resources that convert reports as lost. The plan of a migration lists what of the previous rules has no equivalent. */
  readonly losses: readonly string[];
  /** The variables that the converted code has for secrets of the old code. */
  readonly secrets: Readonly<Record<string, string>>;
}

const policyCreation = 'POST /accounts/*/alerting/v3/policies';
const emailRemoval = 'PATCH /accounts/*/load_balancers/pools/*';
const challenge = 'cloudflare_logpush_ownership_challenge.bucket';

export const providerVersions: readonly ProviderVersion[] = [
  {
    name: '3.35',
    version: '3.35.0',
    hasPreviousWaf: true,
    variables: {},
    announced: [],
    losses: ['cloudflare_waf_override.webhooks'],
    secrets: {},
  },
  {
    name: '4.52',
    version: '4.52.8',
    hasPreviousWaf: false,
    challenge,
    variables: { r2_access_key_id: 'r2-key', r2_secret_access_key: 'r2-secret-of-the-fixture' },
    announced: [policyCreation, policyCreation, emailRemoval, emailRemoval, emailRemoval],
    losses: [],
    secrets: { firewall_header_authorization: 'Basic c2hvcDpsb2dz' },
  },
  {
    name: '5.22',
    version: '5.22.0',
    hasPreviousWaf: false,
    challenge,
    variables: {},
    announced: [policyCreation, policyCreation, emailRemoval, emailRemoval],
    losses: [],
    secrets: {},
  },
];

export const fixtures = resolve(__dirname, '..', 'convert');
export const world = join(fixtures, 'world.json');

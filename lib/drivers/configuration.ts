import type { Credentials } from '../client';
import { defaultRequestsPer5Minutes, defaultRetryTimeoutMs } from '../client/defaults';
import { parseProxyUrl, proxyUrlRule, redactProxyUrl } from '../client/proxy';
import { filledTextOf } from '../ground/json';
import { customFieldLimitSets, defaultSettings, type Settings } from '../resources/settings';
import {
  bool,
  errorAt,
  isUnknown,
  number,
  oneOf,
  optional,
  string,
  type Attributes,
  type Check,
  type Diagnostic,
  type ObjectValue,
  type Path,
} from '../schema';
import { checkCredential, resolveCredentials } from './credentials';
import { proxyOf, type EnvironmentProxy } from './proxy-environment';
import { cloudflareEnvironment, environment, type VariableName } from './variables';
import { setOwn } from '../ground/record';

export const defaultBaseUrl = 'https://api.cloudflare.com/client/v4';

/** The limits of a client by its option, with the factor of the attribute's value. */
const limits = {
  requestsPer5Minutes: { name: 'requests_per_5_minutes', factor: 1, least: 1, most: 1_000_000 },
  retryTimeoutMs: { name: 'retry_timeout_seconds', factor: 1000, least: 0, most: 86_400 },
} as const;

type Limit = (typeof limits)[keyof typeof limits];
type Limits = { readonly [name in keyof typeof limits]?: number };

const checkLimit =
  ({ name, ...range }: Limit): Check =>
  (value, path) =>
    typeof value !== 'number' || isWithin(value, range)
      ? []
      : [errorAt(path, 'Invalid limit', outOfRange(name, String(value), range))];

const checkBaseUrl: Check = (value, path) => {
  const fault = typeof value === 'string' ? faultOfBaseUrl(value) : undefined;
  return fault === undefined ? [] : [invalidBaseUrl(path, 'base_url', fault)];
};

const fromEnvironment = (name: VariableName, otherwise = '') =>
  `Defaults to the environment variable \`${environment[name]}\` where Terraform runs${otherwise === '' ? '' : `, otherwise to ${otherwise}`}.`;

/** The provider's attributes: specification 4 (base URL) and 5 (both authentication schemes). */
export const configurationAttributes: Attributes = {
  base_url: optional(string, {
    description: `Base URL of the API, ending in \`/client/v4\`. ${fromEnvironment('base_url', `\`${defaultBaseUrl}\``)}`,
    checks: [checkBaseUrl],
  }),
  api_token: optional(string, {
    description: `API token. Set the environment variable instead of a literal, which would appear in the configuration. Takes precedence over \`api_email\` and \`api_key\`. Defaults to the environment variable \`${environment.api_token}\` where Terraform runs, unless one of them is set.`,
    sensitive: true,
    checks: [checkCredential],
  }),
  api_email: optional(string, {
    description: `Email address of the user who owns \`api_key\`. Needed only with an API key. ${fromEnvironment('api_email')}`,
  }),
  api_key: optional(string, {
    description: `API key of a user, as an alternative to a token. Set the environment variable instead of a literal, which would appear in the configuration. ${fromEnvironment('api_key')}`,
    sensitive: true,
    checks: [checkCredential],
  }),
  requests_per_5_minutes: optional(number, {
    description: `Requests that the provider sends in any 5 minutes, from 1 to 1000000; further ones wait. The limit of the service, ${defaultRequestsPer5Minutes}, is for all credentials of a user together: lower it where other programs need their share. ${fromEnvironment('requests_per_5_minutes', `${defaultRequestsPer5Minutes}`)}`,
    checks: [checkLimit(limits.requestsPer5Minutes)],
  }),
  retry_timeout_seconds: optional(number, {
    description: `Seconds for which a call that fails in a way that may pass is repeated after its first failure, from 0 (never) to 86400. ${fromEnvironment('retry_timeout_seconds', `${defaultRetryTimeoutMs / 1000}`)}`,
    checks: [checkLimit(limits.retryTimeoutMs)],
  }),
  custom_field_limits: optional(string, {
    description: `Limits of custom log fields that plans check: \`specification\` (three kinds, 40 names) or \`current\` (five kinds with 100 names each, and preserved duplicates). Constructs know only this argument. ${fromEnvironment('custom_field_limits', `\`${defaultSettings.customFieldLimits}\``)}`,
    enumeration: 'CustomFieldLimits',
    checks: [oneOf(customFieldLimitSets)],
  }),
  use_cloudflare_env: optional(bool, {
    description: `Whether \`${cloudflareEnvironment.api_token}\`, or \`${cloudflareEnvironment.api_email}\` with \`${cloudflareEnvironment.api_key}\`, are used where neither attributes nor variables of this provider have credentials: "true" or "false" as a variable. ${fromEnvironment('use_cloudflare_env', `false`)}`,
  }),
};

export interface Configuration extends Limits {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** The proxy that the environment names for the base URL. */
  readonly proxyUrl?: string;
}

/** Resolves the configuration of the provider. Attributes take precedence over the environment. `isLater`: a value is known only after apply. */
export function resolveConfiguration(
  config: ObjectValue,
  env: NodeJS.ProcessEnv,
):
  | { readonly configuration: Configuration; readonly settings: Settings }
  | { readonly problems: readonly Diagnostic[]; readonly isLater: boolean } {
  const unknown = (Object.keys(environment) as VariableName[]).filter((name) => isUnknown(config[name]));
  if (unknown.length > 0) return { problems: unknown.map(unknownUntilApply), isLater: true };

  const attribute = (name: VariableName) => filledTextOf(config[name]);
  const variable = (name: VariableName) => filledTextOf(env[environment[name]]);
  const either = (name: VariableName) => attribute(name) ?? variable(name);

  const baseUrl = either('base_url') ?? defaultBaseUrl;
  const fault = faultOfBaseUrl(baseUrl);
  if (fault !== undefined) {
    const source = attribute('base_url') === undefined ? environment.base_url : 'base_url';
    return { problems: [invalidBaseUrl(['base_url'], source, fault)], isLater: false };
  }
  const proxy = proxyOf(baseUrl, env);
  if (proxy !== undefined && parseProxyUrl(proxy.url) === undefined)
    return { problems: [invalidProxy(proxy)], isLater: false };
  const { found, invalid } = readLimits(config, env);
  if (invalid.length > 0) return { problems: invalid, isLater: false };
  const settings = settingsOf(config, env);
  if (settings === undefined)
    return { problems: [invalidLimits(either('custom_field_limits'))], isLater: false };

  const base = { baseUrl, ...found, ...(proxy !== undefined && { proxyUrl: proxy.url }) };
  const resolved = resolveCredentials(config, env);
  if ('problems' in resolved) return { problems: resolved.problems, isLater: false };
  return { configuration: { ...base, credentials: resolved.credentials }, settings };
}

/** Attributes are checked with the configuration, the environment here. */
function readLimits(
  config: ObjectValue,
  env: NodeJS.ProcessEnv,
): { readonly found: Limits; readonly invalid: readonly Diagnostic[] } {
  const found: Record<string, number> = {};
  const invalid: Diagnostic[] = [];
  for (const [option, { name, factor, ...range }] of Object.entries(limits)) {
    const attribute = config[name];
    const variable = environment[name];
    const text = filledTextOf(env[variable]);
    if (typeof attribute === 'number') setOwn(found, option, attribute * factor);
    else if (text !== undefined) {
      const value = /^\d+$/.test(text) ? Number(text) : NaN;
      if (isWithin(value, range)) setOwn(found, option, value * factor);
      else
        invalid.push(
          errorAt([], 'Invalid environment variable', outOfRange(variable, JSON.stringify(text), range)),
        );
    }
  }
  return { found, invalid };
}

/** The settings of a configuration. Undefined for a value that is unknown, or none: that of an attribute is refused with the configuration. */
export function settingsOf(
  { custom_field_limits: attribute }: ObjectValue,
  env: NodeJS.ProcessEnv,
): Settings | undefined {
  if (isUnknown(attribute)) return undefined;
  const given = filledTextOf(attribute) ?? filledTextOf(env[environment.custom_field_limits]);
  if (given === undefined) return defaultSettings;
  const customFieldLimits = customFieldLimitSets.find((each) => each === given);
  return customFieldLimits === undefined ? undefined : { customFieldLimits };
}

function invalidLimits(given = ''): Diagnostic {
  const rule = customFieldLimitSets.map((each) => JSON.stringify(each)).join(' or ');
  const detail = `${environment.custom_field_limits} is ${JSON.stringify(given)}. It must be ${rule}.`;
  return errorAt([], 'Invalid environment variable', detail);
}

function invalidProxy({ variable, url }: EnvironmentProxy): Diagnostic {
  const detail = `${variable} is ${JSON.stringify(redactProxyUrl(url))}. ${proxyUrlRule}`;
  return errorAt([], 'Invalid environment variable', detail);
}

type Range = Pick<Limit, 'least' | 'most'>;

function isWithin(value: number, { least, most }: Range): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

function outOfRange(name: string, value: string, { least, most }: Range): string {
  return `${name} is ${value}. Use a whole number from ${least} to ${most}.`;
}

function unknownUntilApply(name: VariableName): Diagnostic {
  return errorAt(
    [name],
    'Provider configuration known only after apply',
    `${name} is known only after apply, so the provider cannot call the API now. Apply its source first (\`-target\`), or set ${environment[name]}.`,
  );
}

/** The fault of a base URL, phrased to follow its name in a message. Omits a value that may contain a password. */
function faultOfBaseUrl(value: string): string | undefined {
  if (value.includes('@')) return 'contains a user or a password';
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isValid =
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    url.search === '' &&
    url.hash === '' &&
    /\/client\/v4\/*$/.test(url.pathname);
  return isValid ? undefined : `is ${JSON.stringify(value.split(/[?#]/, 1)[0])}`;
}

function invalidBaseUrl(path: Path, name: string, fault: string): Diagnostic {
  const fix = 'Use an http or https URL that ends in /client/v4, without user, query and fragment.';
  return errorAt(path, 'Invalid base URL', `${name} ${fault}. ${fix}`);
}

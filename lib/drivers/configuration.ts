import type { Credentials } from '../client';
import {
  errorAt,
  isUnknown,
  optional,
  string,
  type Attributes,
  type Check,
  type Diagnostic,
  type ObjectValue,
  type Path,
} from '../schema';

/** The URL of the public API. */
export const defaultBaseUrl = 'https://api.cloudflare.com/client/v4';

/** The environment variable behind each attribute. */
export const environment = {
  base_url: 'EDGE_BASE_URL',
  api_token: 'EDGE_API_TOKEN',
  api_email: 'EDGE_API_EMAIL',
  api_key: 'EDGE_API_KEY',
} as const;

type Name = keyof typeof environment;

const checkBaseUrl: Check = (value, path) => {
  const fault = typeof value === 'string' ? faultOfBaseUrl(value) : undefined;
  return fault === undefined ? [] : [invalidBaseUrl(path, 'base_url', fault)];
};

/** The provider's attributes: specification 4 (base URL) and 5 (both authentication schemes). */
export const configurationAttributes: Attributes = {
  base_url: optional(string, {
    description: `URL of the API, ending in \`/client/v4\`. Defaults to the environment variable \`${environment.base_url}\`, then to \`${defaultBaseUrl}\`.`,
    checks: [checkBaseUrl],
  }),
  api_token: optional(string, {
    description: `API token. Takes precedence over \`api_email\` and \`api_key\`. Defaults to the environment variable \`${environment.api_token}\`, unless one of them is set.`,
    sensitive: true,
  }),
  api_email: optional(string, {
    description: `Email address of the user who owns \`api_key\`. Defaults to the environment variable \`${environment.api_email}\`.`,
  }),
  api_key: optional(string, {
    description: `API key of the user. Defaults to the environment variable \`${environment.api_key}\`.`,
    sensitive: true,
  }),
};

/** Environment variables that limit how the client calls the API, with what a value is multiplied by. */
const limits = {
  requestsPer5Minutes: { variable: 'EDGE_REQUESTS_PER_5_MINUTES', factor: 1, least: 1, most: 1_000_000 },
  retryTimeoutMs: { variable: 'EDGE_RETRY_TIMEOUT_SECONDS', factor: 1000, least: 0, most: 86_400 },
} as const;

type Limits = { readonly [name in keyof typeof limits]?: number };

/** What a client is made of; see its options for the limits. */
export interface Configuration extends Limits {
  readonly baseUrl: string;
  readonly credentials: Credentials;
}

/** Attributes take precedence over the environment. `isLater`: a value is known only after apply. */
export function resolveConfiguration(
  config: ObjectValue,
  env: NodeJS.ProcessEnv,
):
  | { readonly configuration: Configuration }
  | { readonly problems: readonly Diagnostic[]; readonly isLater: boolean } {
  const unknown = (Object.keys(environment) as Name[]).filter((name) => isUnknown(config[name]));
  if (unknown.length > 0) return { problems: unknown.map(unknownUntilApply), isLater: true };

  const attribute = (name: Name) => present(config[name]);
  const variable = (name: Name) => present(env[environment[name]]);
  const either = (name: Name) => attribute(name) ?? variable(name);

  const baseUrl = either('base_url') ?? defaultBaseUrl;
  const fault = faultOfBaseUrl(baseUrl);
  if (fault !== undefined) {
    const source = attribute('base_url') === undefined ? environment.base_url : 'base_url';
    return { problems: [invalidBaseUrl(['base_url'], source, fault)], isLater: false };
  }
  const { found, invalid } = readLimits(env);
  if (invalid.length > 0) return { problems: invalid, isLater: false };

  const pairIsSet = (attribute('api_email') ?? attribute('api_key')) !== undefined;
  const token = attribute('api_token') ?? (pairIsSet ? undefined : variable('api_token'));
  if (token !== undefined) return { configuration: { baseUrl, credentials: { apiToken: token }, ...found } };

  const [email, apiKey] = [either('api_email'), either('api_key')];
  if (email !== undefined && apiKey !== undefined) {
    return { configuration: { baseUrl, credentials: { email, apiKey }, ...found } };
  }
  return { problems: [missing(email, apiKey)], isLater: false };
}

function readLimits(env: NodeJS.ProcessEnv): {
  readonly found: Limits;
  readonly invalid: readonly Diagnostic[];
} {
  const found: Record<string, number> = {};
  const invalid: Diagnostic[] = [];
  for (const [name, { variable, factor, least, most }] of Object.entries(limits)) {
    const text = present(env[variable]);
    if (text === undefined) continue;
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    if (value >= least && value <= most) found[name] = value * factor;
    else {
      const detail = `${variable} is ${JSON.stringify(text)}. Use a whole number from ${least} to ${most}.`;
      invalid.push(errorAt([], 'Invalid environment variable', detail));
    }
  }
  return { found, invalid };
}

function missing(email: string | undefined, apiKey: string | undefined): Diagnostic {
  if (email === undefined && apiKey === undefined) {
    return errorAt(
      ['api_token'],
      'No credentials',
      `Set ${environment.api_token}, or ${environment.api_email} with ${environment.api_key}, in the environment.`,
    );
  }
  const [has, lacks]: [Name, Name] =
    email === undefined ? ['api_key', 'api_email'] : ['api_email', 'api_key'];
  return errorAt(
    [lacks],
    'Incomplete credentials',
    `${has} (${environment[has]}) is set without ${lacks}. Set ${environment[lacks]} too, or use a token (${environment.api_token}).`,
  );
}

function unknownUntilApply(name: Name): Diagnostic {
  return errorAt(
    [name],
    'Provider configuration known only after apply',
    `${name} is known only after apply, so the provider cannot call the API now. Apply its source first (\`-target\`), or set ${environment[name]}.`,
  );
}

function present(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
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

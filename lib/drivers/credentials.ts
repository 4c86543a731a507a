import type { Credentials } from '../client';
import { faultOfCredential } from '../client/options';
import { filledTextOf } from '../ground/json';
import { own } from '../ground/record';
import { errorAt, type Check, type Diagnostic, type ObjectValue, type Path } from '../schema';
import { cloudflareEnvironment, environment } from './variables';

/** Refuses a value in a form that no credential has, before a call is refused for it. */
export const checkCredential: Check = (value, path) =>
  typeof value === 'string' ? invalidCredential(path, String(path.at(-1)), value) : [];

/** The credentials of a configuration. Attributes take precedence over the environment, and all of ours over the variables of the service's own provider. */
export function resolveCredentials(
  config: ObjectValue,
  env: NodeJS.ProcessEnv,
): { readonly credentials: Credentials } | { readonly problems: readonly Diagnostic[] } {
  const { isUsed, problem } = usesCloudflareEnvironment(config, env);
  if (problem !== undefined) return { problems: [problem] };
  const given = credentialsOf(config, env);
  const others = cloudflareCredentials(env);
  const found = isEmpty(given) && isUsed ? others : given;
  const invalid = faultsOfCredentials(found);
  if (invalid.length > 0) return { problems: invalid };
  const credentials = completeCredentials(found);
  if (credentials !== undefined) return { credentials };
  return { problems: [isEmpty(found) ? noCredentials(others, env) : incomplete(found)] };
}

type CredentialName = keyof typeof cloudflareEnvironment;

interface Named {
  readonly value: string;
  readonly source: string;
}

interface GivenCredentials {
  readonly token: Named | undefined;
  readonly email: Named | undefined;
  readonly key: Named | undefined;
  /** The variables that would complete a pair. */
  readonly variables: Readonly<Record<CredentialName, string>>;
}

/** The credentials that are given. Attributes take precedence: a pair of them over the token of the environment. */
function credentialsOf(config: ObjectValue, env: NodeJS.ProcessEnv): GivenCredentials {
  const attribute = (name: CredentialName) => filledTextOf(config[name]);
  const named = (name: CredentialName): Named | undefined => {
    const [own, other] = [attribute(name), filledTextOf(env[environment[name]])];
    if (own !== undefined) return { value: own, source: name };
    return other === undefined ? undefined : { value: other, source: environment[name] };
  };
  const pairIsSet = (attribute('api_email') ?? attribute('api_key')) !== undefined;
  const token = pairIsSet && attribute('api_token') === undefined ? undefined : named('api_token');
  return { token, email: named('api_email'), key: named('api_key'), variables: environment };
}

function cloudflareCredentials(env: NodeJS.ProcessEnv): GivenCredentials {
  const variables = cloudflareEnvironment;
  const named = (source: string): Named | undefined => {
    const value = filledTextOf(own(env, source));
    return value === undefined ? undefined : { value, source };
  };
  const { api_token, api_email, api_key } = variables;
  return { token: named(api_token), email: named(api_email), key: named(api_key), variables };
}

function isEmpty({ token, email, key }: GivenCredentials): boolean {
  return (token ?? email ?? key) === undefined;
}

function completeCredentials({ token, email, key }: GivenCredentials): Credentials | undefined {
  if (token !== undefined) return { apiToken: token.value };
  return email === undefined || key === undefined ? undefined : { email: email.value, apiKey: key.value };
}

function faultsOfCredentials({ token, key }: GivenCredentials): Diagnostic[] {
  const sent = token ?? key;
  return sent === undefined ? [] : invalidCredential([], sent.source, sent.value);
}

function usesCloudflareEnvironment(
  { use_cloudflare_env: attribute }: ObjectValue,
  env: NodeJS.ProcessEnv,
): { readonly isUsed: boolean; readonly problem?: Diagnostic } {
  if (typeof attribute === 'boolean') return { isUsed: attribute };
  const name = environment.use_cloudflare_env;
  const text = filledTextOf(env[name]) ?? 'false';
  if (text === 'true' || text === 'false') return { isUsed: text === 'true' };
  const detail = `${name} is ${JSON.stringify(text)}. It must be "true" or "false".`;
  return { isUsed: false, problem: errorAt([], 'Invalid environment variable', detail) };
}

/** The error for missing credentials. Those given are variables of the service's own provider, which nobody has asked for. */
function noCredentials({ token, email, key }: GivenCredentials, env: NodeJS.ProcessEnv): Diagnostic {
  const set = [token, email, key].flatMap((each) => (each === undefined ? [] : [each.source]));
  const instead =
    set.length === 0
      ? ''
      : ` ${listNames(set)} ${set.length === 1 ? 'is' : 'are'} set: to use ${set.length === 1 ? 'it' : 'them'}, set ` +
        `${environment.use_cloudflare_env}=true, or use_cloudflare_env (useCloudflareEnv) of the provider.`;
  return errorAt(
    ['api_token'],
    'No credentials',
    `Set ${environment.api_token}, or ${environment.api_email} with ${environment.api_key}, in the environment.${instead}${strayNames(env)}`,
  );
}

/** Variables that are meant for this provider by their name, and that nothing reads. */
function strayNames(env: NodeJS.ProcessEnv): string {
  const known: readonly string[] = Object.values(environment);
  const strays = Object.keys(env).filter(
    (name) => /^EDGE_?(?:API|TOKEN|KEY|E?MAIL)/i.test(name) && !known.includes(name) && own(env, name) !== '',
  );
  if (strays.length === 0) return '';
  return ` Nothing reads ${listNames(strays)}: correct the ${strays.length === 1 ? 'name' : 'names'}.`;
}

function listNames(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

function incomplete({ email, variables }: GivenCredentials): Diagnostic {
  const [has, lacks] =
    email === undefined ? (['api_key', 'api_email'] as const) : (['api_email', 'api_key'] as const);
  return errorAt(
    [lacks],
    'Incomplete credentials',
    `${has} (${variables[has]}) is set without ${lacks}. Set ${variables[lacks]} too, or use a token (${variables.api_token}).`,
  );
}

function invalidCredential(path: Path, name: string, value: string): Diagnostic[] {
  const found = faultOfCredential(value);
  return found === undefined
    ? []
    : [errorAt(path, 'Invalid credentials', `${name} ${found.fault}. ${found.fix}`)];
}

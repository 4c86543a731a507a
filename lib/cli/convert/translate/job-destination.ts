import { own } from '../../../ground/record';
import { isSecretParameter } from '../../../logs';
import { escapeTemplates, type Written, type WrittenObject } from '../../../hcl/template';
import type { OldResource, Remark } from '../model';
import {
  hasSecrets,
  splitDestination,
  splitDestinations,
  templateOf,
  type Credential,
  type SplitDestination,
} from './destination';
import { note, sourceOf, todo, type Draft } from './draft';
import { hcl, template } from './expressions';
import { codeOfChoice, mapChoice, scopeOf, valuesOf, type Choice } from './follow';
import { byKey, isKnown, valueIn } from './known';
import type { Decoded } from './translator';

/** The attributes of a job that its destination becomes. */
export interface Destination {
  readonly config: WrittenObject;
  readonly remarks: readonly Remark[];
  readonly findings: NonNullable<Decoded['findings']>;
}

/**
 * Secrets in code become variables without a value: no secret is written.
 *
 * @returns why the block stays where its credentials cannot be told apart
 */
export function destinationOf(
  draft: Draft,
  resource: OldResource,
  written: Written | undefined,
): Destination | string {
  if (typeof written !== 'string')
    return { config: { destination_conf: written ?? null }, remarks: [], findings: [] };
  const scope = scopeOf(resource, draft.old);
  // A heredoc ends in a line break, which no destination has.
  const followed = splitDestinations(written.trim(), scope);
  const secrets = new Secrets(draft, resource);
  const known = resource.instances.map((instance): Known => {
    const { key } = instance;
    const value = valueIn(instance, 'destination_conf');
    const text = isKnown(value) && typeof value === 'string' ? escapeTemplates(value.trim()) : undefined;
    return { key, split: text === undefined ? undefined : splitDestination(text, scope) };
  });
  if (isExact(followed, known)) {
    const { findings, ...rest } = finished(secrets, configOf(followed, secrets));
    const isUnseen = known.length === 0 || known.some(({ split }) => split === undefined);
    return { ...rest, findings: isUnseen && hasOpenHost(rest.config) ? [...findings, unseenHost] : findings };
  }
  if (known.length > 0 && known.every(({ split }) => split !== undefined && !hasSecrets(split)))
    return { config: { destination_conf: written }, remarks: [], findings: [] };
  const taken = evaluated(draft, resource, known, secrets, written);
  return typeof taken === 'string' ? taken : finished(secrets, taken);
}

const unseenHost: Destination['findings'][number] = {
  code: 'convert.unknown',
  severity: 'note',
  text: 'The host of destination_conf is unknown here. If its value has credentials, the plan refuses it: move them to destination_credentials.',
};

/** The names of buckets bring none. */
function hasOpenHost({ destination_conf: conf }: WrittenObject): boolean {
  return typeof conf === 'string' && /^(?!(?:s3|r2|gs|azure):)[\w+.-]+:\/\/[^/?]*\$\{/.test(conf);
}

interface Known {
  readonly key: string | number | undefined;
  /** Of the evaluated value; undefined if it is not known. */
  readonly split: SplitDestination | undefined;
}

/** Whether the code shows all credentials that are in the values. */
function isExact(followed: Choice<SplitDestination>, known: readonly Known[]): boolean {
  const written = valuesOf(followed);
  if (written.some(({ isOpen }) => isOpen)) return false;
  const names = new Set(written.flatMap(({ credentials }) => Object.keys(credentials)));
  const [hasUser, isSecret] = [written.some((each) => each.hasUser), written.some(isSecretPath)];
  return known.every(
    ({ split }) =>
      split === undefined ||
      (Object.keys(split.credentials).every((name) => names.has(name)) &&
        (!split.hasUser || hasUser) &&
        (!isSecretPath(split) || isSecret)),
  );
}

function isSecretPath({ secret, conf }: SplitDestination): boolean {
  return secret !== undefined || conf?.startsWith('sumo://') === true;
}

interface Taken {
  readonly config: WrittenObject;
  readonly remarks: readonly Remark[];
  readonly hasUser: boolean;
}

function finished(secrets: Secrets, { config, remarks, hasUser }: Taken): Destination {
  const text =
    'The user before the host is left out of destination_conf, which may not have it. Set it in destination_credentials as the parameter header_Authorization.';
  return {
    config,
    remarks: [...remarks, ...(hasUser ? [todo(text, 'destination_conf')] : [])],
    findings: [
      ...secrets.report(),
      ...(hasUser ? [{ code: 'convert.credentials' as const, severity: 'todo' as const, text }] : []),
    ],
  };
}

function configOf(followed: Choice<SplitDestination>, secrets: Secrets): Taken {
  const configs = mapChoice(followed, (split, label) => ({
    conf: split.secret === undefined ? (split.conf ?? '') : secrets.addAddress(split.secret),
    credentials: secrets.add(split.credentials, label),
  }));
  return {
    config: {
      destination_conf: templateOf(mapChoice(configs, ({ conf }) => conf)),
      destination_credentials: credentialsOf(mapChoice(configs, ({ credentials }) => credentials)),
    },
    remarks: [],
    hasUser: valuesOf(followed).some(({ hasUser }) => hasUser),
  };
}

type Values = Readonly<Record<string, string>>;

/** One choice for each parameter, or among maps where they have other parameters. */
function credentialsOf(credentials: Choice<Values>): Written {
  const all = valuesOf(credentials).map((each) => Object.keys(each).sort().join(' '));
  const [first = {}] = valuesOf(credentials);
  if (all.every((each) => each === all[0])) {
    const values = Object.keys(first).map((name) => [
      name,
      templateOf(mapChoice(credentials, (each) => own(each, name) ?? '')),
    ]);
    return values.length === 0 ? null : (Object.fromEntries(values) as WrittenObject);
  }
  // Objects of different members are no values of one expression, and maps are.
  const maps = mapChoice(credentials, (each) =>
    Object.keys(each).length === 0 ? 'null' : `tomap(${hcl(each)})`,
  );
  return template(codeOfChoice(maps));
}

/** The values as Terraform evaluated them, whose secrets the code has. Others have their own ways to a deploy, which no variable is. */
function evaluated(
  draft: Draft,
  resource: OldResource,
  known: readonly Known[],
  secrets: Secrets,
  written: string,
): Taken | string {
  const splits = known.flatMap(({ key, split }) => (split === undefined ? [] : [{ key, split }]));
  if (splits.length === 0 || splits.length < known.length)
    return `Whether destination_conf has credentials is not known, and they must be apart: it is ${shown(written)}. Convert again with --state, --var or --var-file, or write the destination as a text with expressions in it.`;
  const isInCode = splits.every(({ split }) =>
    [split.secret, ...Object.values(split.credentials).map(({ secret }) => secret)].every(
      (secret) => secret === undefined || codeHas(draft, secret),
    ),
  );
  const whole = splits.map(({ key, split }) => ({ key, config: { whole: JSON.stringify(split) } }));
  if (!isInCode || byKey(resource, whole).differing.length > 0)
    return `destination_conf has credentials, and the code does not show where they come from: it is ${shown(written)}. Write the destination as a text with expressions for the credentials in it, and convert again.`;
  const { config } = byKey(
    resource,
    splits.map(({ key, split }) => {
      const label = key === undefined ? {} : { label: String(key) };
      return { key, config: configOf({ kind: 'value', value: split, ...label }, secrets).config };
    }),
  );
  return {
    config,
    remarks: [
      note(
        'The value has credentials, so this is what Terraform evaluated, without them. It was:',
        'destination_conf',
        sourceOf(resource, 'destination_conf'),
      ),
    ],
    hasUser: splits.some(({ split }) => split.hasUser),
  };
}

/** Headers with credentials by their names. What others have, such as `X-Env`, nobody can tell. */
const secretHeader = /auth|key|token|secret|password|credential|signature|cookie/i;

function isHeader(parameter: string): boolean {
  return parameter.toLowerCase().startsWith('header_');
}

/** In one line. */
function shown(written: string): string {
  return `\`${written.replace(/\s+/g, ' ')}\``;
}

/** Whether a text stands in the configuration itself, and not in values of variables or in a state. */
function codeHas({ old }: Draft, secret: string): boolean {
  const [text, escaped] = [secret, JSON.stringify(secret).slice(1, -1)];
  return old.modules.some(({ files }) =>
    files.some((file) => file.text.includes(text) || JSON.stringify(file.content).includes(escaped)),
  );
}

class Secrets {
  /** By parameter and value: the expression. */
  readonly #known = new Map<string, string>();
  readonly #names: string[] = [];
  #isCertain = false;

  public constructor(
    private readonly draft: Draft,
    private readonly resource: OldResource,
  ) {}

  /** The values of credentials, where those that are secrets in the code are variables. */
  public add(credentials: Readonly<Record<string, Credential>>, label: string | undefined): Values {
    return Object.fromEntries(
      Object.entries(credentials).map(([parameter, { value, secret }]) => {
        if (secret === undefined || !isSecretParameter(parameter)) return [parameter, value];
        const what = `The parameter ${parameter} of the destination, not percent-encoded,`;
        const suffix = label === undefined ? parameter : `${label}_${parameter}`;
        this.#isCertain ||= !isHeader(parameter) || secretHeader.test(parameter);
        return [parameter, this.#variable(`${parameter} ${secret}`, suffix, what)];
      }),
    );
  }

  public addAddress(secret: string): string {
    this.#isCertain = true;
    return this.#variable(` ${secret}`, 'destination', 'The address of the destination', secret);
  }

  public report(): Destination['findings'] {
    if (this.#names.length === 0) return [];
    const names = this.#names.join(', ');
    const [what, so] = this.#isCertain
      ? ['secrets in destination_conf', 'The history of the code has the secrets, so']
      : ['values in destination_conf that may be secrets', 'If they are, the history of the code has them:'];
    return [
      {
        code: 'convert.secret',
        severity: 'todo',
        text: `The code has ${what}. They are variables now (${names}): set each with TF_VAR_<name>. ${so} replace them at the destination.`,
      },
    ];
  }

  #variable(id: string, suffix: string, what: string, value?: string): string {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const { name: job, module } = this.resource;
    const name = this.draft.variableName(`${job}_${suffix}`);
    this.draft.addVariable({
      module,
      name,
      type: 'string',
      description: `${what} of the log job ${job}`,
      sensitive: true,
      ...(value !== undefined && { value }),
    });
    this.#names.push(name);
    this.#known.set(id, template(`var.${name}`));
    return template(`var.${name}`);
  }
}

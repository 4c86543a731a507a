import { escapeTemplates } from '../../../hcl/template';
import type { OldResource, Remark } from '../model';
import type { Written, WrittenObject } from '../../../hcl/template';
import { splitDestination, type SplitDestination } from './destination';
import { note, originalOf, todo, type Draft } from './draft';
import { template } from './expressions';
import { byKey, valueIn } from './known';

/** The attributes of a job that its destination becomes. */
export interface Destination {
  readonly config: WrittenObject;
  readonly remarks: readonly Remark[];
  readonly findings: readonly number[];
}

/** Secrets in code become variables without a value: no secret is written. */
export function destinationOf(
  draft: Draft,
  resource: OldResource,
  written: Written | undefined,
): Destination {
  if (typeof written !== 'string')
    return { config: { destination_conf: written ?? null }, remarks: [], findings: [] };
  const secrets = new Secrets(draft, resource);
  const split = splitDestination(written);
  const isWhole = split.secret === undefined && Object.keys(split.credentials).length === 0;
  const hidden = isWhole ? hiddenCredentials(resource) : [];
  const taken =
    hidden.length === 0
      ? { config: secrets.configOf(split), remarks: [], hasUser: split.hasUser }
      : evaluated(resource, hidden, secrets, written);
  const refused =
    'destination_conf has credentials in a place where they are not allowed. Take them out, and set them in destination_credentials: a user before the host as the parameter header_Authorization.';
  return {
    config: taken.config,
    remarks: [...taken.remarks, ...(taken.hasUser ? [todo(refused, 'destination_conf')] : [])],
    findings: [
      ...secrets.report(),
      ...(taken.hasUser
        ? [draft.findOn(resource, { code: 'convert.credentials', severity: 'todo', text: refused })]
        : []),
    ],
  };
}

interface Hidden {
  readonly key: string | number | undefined;
  /** Undefined if it is not known. */
  readonly split: SplitDestination | undefined;
}

/** The destinations of the instances, if one of them has credentials in a value that the code does not show. */
function hiddenCredentials({ instances }: OldResource): readonly Hidden[] {
  const all = instances.map((instance): Hidden => {
    const value = valueIn(instance, 'destination_conf');
    return {
      key: instance.key,
      split: typeof value === 'string' ? splitDestination(escapeTemplates(value)) : undefined,
    };
  });
  const hasHidden = ({ split }: Hidden) =>
    split !== undefined && (split.hasUser || Object.keys(split.credentials).length > 0);
  return all.some(hasHidden) ? all : [];
}

/** The values as Terraform evaluated them: only they can be split. */
function evaluated(resource: OldResource, hidden: readonly Hidden[], secrets: Secrets, written: string) {
  const known = hidden.flatMap(({ key, split }) =>
    split === undefined || split.secret !== undefined ? [] : [{ key, split }],
  );
  const { config, differing } = byKey(
    resource,
    known.map(({ key, split }) => ({ key, config: secrets.configOf(split, key) })),
  );
  if (known.length < hidden.length || differing.length > 0)
    return { config: { destination_conf: written }, remarks: [], hasUser: true };
  return {
    config,
    remarks: [
      note(
        'The value has credentials, so this is what Terraform evaluated, without them. It was:',
        'destination_conf',
        originalOf(written),
      ),
    ],
    hasUser: known.some(({ split }) => split.hasUser),
  };
}

/** The variables for the secrets of a job. */
class Secrets {
  readonly #draft: Draft;
  readonly #resource: OldResource;
  readonly #names: string[] = [];

  public constructor(draft: Draft, resource: OldResource) {
    this.#draft = draft;
    this.#resource = resource;
  }

  public configOf(split: SplitDestination, key?: string | number): WrittenObject {
    if (split.secret !== undefined)
      return { destination_conf: this.#add('destination', 'The address of the destination', split.secret) };
    const credentials = Object.entries(split.credentials).map(([parameter, value]) => [
      parameter,
      value ??
        this.#add(
          `${key === undefined ? '' : `${key}_`}${parameter}`,
          `The parameter ${parameter} of the destination, not percent-encoded,`,
        ),
    ]);
    return {
      destination_conf: split.conf,
      destination_credentials:
        credentials.length === 0 ? null : (Object.fromEntries(credentials) as WrittenObject),
    };
  }

  /** One finding for all of them. */
  public report(): number[] {
    if (this.#names.length === 0) return [];
    const names = this.#names.join(', ');
    return [
      this.#draft.findOn(this.#resource, {
        code: 'convert.secret',
        severity: 'todo',
        text: `The code has secrets in destination_conf. They are variables now (${names}): set each with TF_VAR_<name>. The history of the code has the secrets, so replace them at the destination.`,
      }),
    ];
  }

  #add(suffix: string, what: string, value?: string): string {
    const { name: job, module } = this.#resource;
    const name = this.#draft.variableName(`${job}_${suffix}`);
    this.#draft.addVariable({
      module,
      name,
      type: 'string',
      description: `${what} of the log job ${job}`,
      sensitive: true,
      ...(value !== undefined && { value }),
    });
    this.#names.push(name);
    return template(`var.${name}`);
  }
}

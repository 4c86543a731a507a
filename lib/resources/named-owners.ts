import { createHash } from 'node:crypto';
import { Token, TerraformDataSource, TerraformStack, type TerraformMetaArguments } from 'cdktf';
import type { Construct, IConstruct } from 'constructs';
import { domainKey } from '../client/domain';
import { capitalize } from '../ground/words';
import type { Check } from '../schema';
import { checkAddress } from './addresses';
import { findElementDriver } from './element-driver';
import { isExpression, type GivenAttributes } from './expressions';
import { checkAccountName, checkDomain, isIdentifier } from './identifiers';
import type { ImportId } from './import-id';
import { stringRule, isString } from './meta-arguments';
import type { PropRule, PropRules } from './props';
import { providerFacts } from './provider-settings';
import { resolveIn } from './references';

export interface OwnerProps extends TerraformMetaArguments {
  readonly zoneId?: string | undefined;
  readonly zoneName?: string | undefined;
  readonly accountId?: string | undefined;
  readonly accountName?: string | undefined;
}

const kinds = ['zone', 'account'] as const;
type Kind = (typeof kinds)[number];

const aName: PropRule = { ...stringRule, accepts: (value) => isString(value) || isExpression(value) };
export const zoneNameRule: PropRules = { zoneName: aName };
export const accountNameRule: PropRules = { accountName: aName };

export type Owners = ReturnType<typeof resolveOwners>;

/**
 * Resolves the zone or account of a construct: IDs as they were given, or as data sources find them, and the attributes with those.
 * A name becomes the ID of a data source, which is added to the stack once for each provider and name:
 * `data.edge_zone.example_com`.
 *
 * @param required - the owner that the construct must have, by ID or by name
 */
export function resolveOwners(construct: Construct, given: OwnerProps, required?: Kind) {
  const { zoneId, accountId, zoneName, accountName } = given;
  const isById = !isGiven(zoneName) && !isGiven(accountName);
  if (isById && (required === undefined || isGiven(given[`${required}Id`])))
    return { zoneId, accountId, attributes: {}, faults: [] as string[] };
  const props = withTexts(given);
  const owned = kinds.filter((kind) => isGiven(props[`${kind}Id`]) || isGiven(props[`${kind}Name`]));
  const named = kinds.filter((kind) => isGiven(props[`${kind}Name`]));
  const faults = [
    ...named.flatMap((kind) => faultsOfName(construct, kind, props)),
    ...(named.length > 0 && owned.length > 1 ? [bothOwners(props)] : []),
    ...(required !== undefined && !owned.includes(required) ? [noOwner(required)] : []),
  ];
  const idOf = (kind: Kind) => {
    const name = props[`${kind}Name`];
    if (!isGiven(name)) return props[`${kind}Id`];
    // What is wrong is reported already, and a check of an expression finds nothing more.
    const isFaulty = faults.length > 0 || typeof name !== 'string';
    return isFaulty ? anyExpression : idByName(construct, kind, name, props);
  };
  const owners = { zoneId: idOf('zone'), accountId: idOf('account') };
  const attributes: GivenAttributes = Object.fromEntries(
    [...named, ...(faults.length > 0 && required !== undefined ? [required] : [])].map((kind) => [
      `${kind}_id`,
      owners[`${kind}Id`] ?? anyExpression,
    ]),
  );
  return { ...owners, attributes, faults };
}

/** The zone or account that an expression is the ID of, where a data source of {@link resolveOwners} finds it by its name. */
export function findNamed(construct: IConstruct, expression: string): string | undefined {
  return namedIn(TerraformStack.of(construct)).owners.get(expression);
}

/** The faults of an import from another owner than that of the construct, as far as synth knows both: Terraform would import and replace it. */
export function findOtherOwner(
  construct: IConstruct,
  { kind, owner }: Pick<ImportId, 'kind' | 'owner'>,
  attributes: GivenAttributes,
): string[] {
  const own = attributes[`${kind}_id`];
  if (own !== undefined && isOwnedBy(construct, kind, owner, own)) return [];
  const belongs =
    own === undefined
      ? `to ${kind === 'zone' ? 'an account' : 'a zone'}`
      : `to another one, by ${kind}Id or ${kind}Name`;
  return [
    `id: Import from another ${kind}: the id begins with the ${kind} "${owner}", and the construct belongs ${belongs}. Terraform ` +
      'would replace the imported object. Correct one of them.',
  ];
}

/** Whether an owner may be that of the construct: also true where only the plan knows. */
function isOwnedBy(construct: IConstruct, kind: Kind, owner: string, own: unknown): boolean {
  if (typeof own !== 'string') return true;
  if (!isExpression(own)) return !isIdentifier(owner) || owner === own;
  const named = findNamed(construct, textOf(construct, own));
  if (named === undefined || isIdentifier(owner)) return true;
  const [, name] = JSON.parse(named) as [string, string];
  return name === (kind === 'zone' ? domainKey(owner) : owner);
}

/** Whether a zone or account is one of {@link findNamed}. */
export function isNamed(owner: string): boolean {
  return owner.includes('["');
}

const anyExpression = '${null}';

function withTexts(props: OwnerProps): OwnerProps {
  const { zoneName, accountName } = props;
  const textOf = (name: unknown) =>
    isExpression(name) ? Token.asString(name) : (name as string | undefined);
  return { ...props, zoneName: textOf(zoneName), accountName: textOf(accountName) };
}

function isGiven<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}

function faultsOfName(construct: Construct, kind: Kind, props: OwnerProps): string[] {
  const [id, name] = [`${kind}Id`, `${kind}Name`] as const;
  const value = props[name];
  if (typeof value !== 'string') return [];
  if (isGiven(props[id]))
    return [`${name}: ${capitalize(kind)} given twice: ${id} and ${name} are both set. Keep one of them.`];
  if (findElementDriver(construct, props.provider) !== undefined)
    return [
      `${name}: ${name} needs EdgeDriver.PLUGIN, because only the provider plugin finds names in a plan. Set ${id}.`,
    ];
  if (!isExpression(value))
    return checks[kind](value, [name]).map(({ summary, detail }) => `${name}: ${summary}: ${detail}`);
  if (/\b(?:each|count)\./.test(textOf(construct, value)))
    return [
      `${name}: ${name} depends on each or count, and one name is found for all instances. Set ${id}, and find it with a ` +
        `data source "edge_${kind}" that has the same forEach or count.`,
    ];
  return [];
}

const checks: Readonly<Record<Kind, Check>> = { zone: checkDomain, account: checkAccountName };

function bothOwners(props: OwnerProps): string {
  const given = (['zoneId', 'zoneName', 'accountId', 'accountName'] as const).filter((name) =>
    isGiven(props[name]),
  );
  return `${given.at(-1) ?? ''}: Zone and account: ${given.join(' and ')} are set, and the object belongs to a zone or to an account. Keep one of them.`;
}

function noOwner(kind: Kind): string {
  return `${kind}Id: ${capitalize(kind)} missing: ${kind}Id is null or not set, and so is ${kind}Name. Set one of them.`;
}

/** The data sources of a stack. Plain data, so that several copies of this package can share it. */
interface Named {
  /** The tokens of the IDs, by kind, provider and name. */
  readonly ids: Map<string, string>;
  readonly addresses: Set<string>;
  /** Owners by the expression of the ID: equal for the same name in every stack of the app with the same API. */
  readonly owners: Map<string, string>;
}

const namedKey = Symbol.for('cdktf-edge-platform.named-owners');

function namedIn(stack: TerraformStack & { [namedKey]?: Named }): Named {
  const known = stack[namedKey];
  if (known !== undefined) return known;
  const named: Named = { ids: new Map(), addresses: new Set(), owners: new Map() };
  Object.defineProperty(stack, namedKey, { value: named });
  return named;
}

function idByName(construct: Construct, kind: Kind, name: string, { provider }: OwnerProps): string {
  const stack = TerraformStack.of(construct);
  const { ids, addresses, owners } = namedIn(stack);
  const isLiteral = !isExpression(name);
  const spelling = kind === 'zone' && isLiteral ? domainKey(name) : textOf(construct, name);
  const key = JSON.stringify([kind, spelling, provider?.fqn]);
  const known = ids.get(key);
  if (known !== undefined) return known;
  const logicalId = logicalIdOf(kind, spelling, provider?.alias, addresses);
  const source = new NameSource(stack, addressOf(kind, logicalId), kind, name, provider);
  source.overrideLogicalId(logicalId);
  checkAddress(source);
  const id = source.getStringAttribute('id');
  ids.set(key, id);
  addresses.add(addressOf(kind, logicalId));
  if (isLiteral)
    owners.set(
      `\${${addressOf(kind, logicalId)}.id}`,
      JSON.stringify([kind, spelling, providerFacts(construct, provider).api]),
    );
  return id;
}

function addressOf(kind: Kind, logicalId: string): string {
  return `data.edge_${kind}.${logicalId}`;
}

/** The logical id of a data source: `example_com`, unless another name already has it. */
function logicalIdOf(
  kind: Kind,
  name: string,
  alias: string | undefined,
  taken: ReadonlySet<string>,
): string {
  const readable = [name, ...(alias === undefined ? [] : [alias])]
    .join('_')
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '_')
    .replace(/^_+|_+$/g, '');
  const id = /^[a-z]/.test(readable) ? readable : `${kind}_${readable}`.replace(/_$/, '');
  if (!taken.has(addressOf(kind, id))) return id;
  const hash = createHash('sha256')
    .update(JSON.stringify([kind, name, alias]))
    .digest('hex');
  return `${id}_${hash.slice(0, 8)}`;
}

function textOf(scope: IConstruct, value: string): string {
  return isExpression(value) ? String(resolveIn(scope, value)) : value;
}

/** The data source `data "edge_zone"` or `data "edge_account"`, with a name alone. */
class NameSource extends TerraformDataSource {
  readonly #name: string;

  constructor(
    stack: TerraformStack,
    id: string,
    kind: Kind,
    name: string,
    provider: TerraformMetaArguments['provider'],
  ) {
    super(stack, id, {
      terraformResourceType: `edge_${kind}`,
      terraformGeneratorMetadata: { providerName: 'edge' },
      ...(provider !== undefined && { provider }),
    });
    this.#name = name;
  }

  protected override synthesizeAttributes(): GivenAttributes {
    return { name: this.#name };
  }
}

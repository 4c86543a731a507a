import { isEdgeError, isNotFound, type EdgeClient } from '../../client';
import { differences, Engine, readingContext } from '../../drivers/engine';
import { planState } from '../../drivers/state/planned-state';
import { isDiagnosticError, isWhollyKnown, type ObjectValue, type Value } from '../../schema';
import { textOf, type CodeObject } from './code';
import type { ImportedObject } from './inventory';
import { readingWith, resourceOf } from './resource-of';
import { own } from '../../ground/record';

/** An attribute that has another value in the account. */
export interface ChangedAttribute {
  readonly name: string;
  readonly code: Value;
  readonly account: Value;
}

/** An object that is not as the code declares it. */
export interface ChangedObject {
  readonly code: CodeObject;
  readonly changes: readonly ChangedAttribute[];
}

/** The differences between an account and the code of a project. */
export interface Drift {
  /** Objects that only the account has. */
  readonly added: readonly ImportedObject[];
  /** Objects that only the code has. */
  readonly gone: readonly CodeObject[];
  readonly changed: readonly ChangedObject[];
  /** Objects that the code has for zones and accounts that were not read. */
  readonly elsewhere: readonly CodeObject[];
  /** Objects that cannot be read, with the reason. */
  readonly unreadable: readonly { readonly code: CodeObject; readonly reason: string }[];
  /** Objects of which the code does not say without Terraform which ones they are. */
  readonly undetermined: readonly CodeObject[];
}

export interface Account {
  readonly client: EdgeClient;
  readonly objects: readonly ImportedObject[];
  /** Ids of the zones and accounts that were read. */
  readonly owners: ReadonlySet<string>;
  /** Ids of zones that their accounts no longer have. */
  readonly gone: ReadonlySet<string>;
}

/**
 * Compares as a plan does. What seems to differ is read once more with the settings that only the code has, such as the overrides
 * of a WAF migration, so that a difference is one that Terraform would report.
 */
export async function findDrift(code: readonly CodeObject[], account: Account): Promise<Drift> {
  const left = new Remaining(account.objects);
  const [gone, elsewhere, undetermined]: [CodeObject[], CodeObject[], CodeObject[]] = [[], [], []];
  const changed: ChangedObject[] = [];
  const unreadable: { code: CodeObject; reason: string }[] = [];
  for (const each of byCertainty(code)) {
    const object = left.take(each);
    const owner = object === undefined ? ownerOf(each) : undefined;
    if (object === undefined && owner === undefined) undetermined.push(each);
    else if (owner !== undefined && account.gone.has(owner)) gone.push(each);
    else if (owner !== undefined && !account.owners.has(owner)) elsewhere.push(each);
    else if (object === undefined || attributesThatDiffer(each, object.attributes).length > 0)
      try {
        const found = await readAgain(each, object, account.client);
        if (found === undefined) gone.push(each);
        else if (found.length > 0) changed.push({ code: each, changes: found });
      } catch (error) {
        if (!isEdgeError(error)) throw error;
        unreadable.push({ code: each, reason: error.message });
      }
  }
  return { added: left.objects, gone, changed, elsewhere, unreadable, undetermined };
}

/** Import ids before names, which need not be unique. */
function byCertainty(code: readonly CodeObject[]): CodeObject[] {
  return [
    ...code.filter(({ importId }) => importId !== undefined),
    ...code.filter(({ importId }) => importId === undefined),
  ];
}

/** The objects of the account that no object of the code has been found for yet. */
class Remaining {
  readonly #byId: Map<string, ImportedObject>;

  constructor(objects: readonly ImportedObject[]) {
    this.#byId = new Map(objects.map((object) => [keyOfImport(object.typeName, object.importId), object]));
  }

  get objects(): readonly ImportedObject[] {
    return [...this.#byId.values()];
  }

  take(code: CodeObject): ImportedObject | undefined {
    const { typeName, importId } = code;
    const byId = importId === undefined ? undefined : this.#byId.get(keyOfImport(typeName, importId));
    const found = byId ?? this.#findNamed(code);
    if (found !== undefined) this.#byId.delete(keyOfImport(found.typeName, found.importId));
    return found;
  }

  /** Of several objects with the name, one that is as the code says. */
  #findNamed({ typeName, config }: CodeObject): ImportedObject | undefined {
    const { attributes, naturalKey } = resourceOf(typeName).contract;
    const key = naturalKey?.attributes ?? [];
    const valueIn = (values: ObjectValue, name: string) =>
      own(values, name) ?? own(attributes, name)?.implied ?? null;
    const named = this.objects.filter(
      (object) =>
        object.typeName === typeName &&
        key.every((name) => valueIn(object.attributes, name) === valueIn(config, name)),
    );
    const isAsDeclared = ({ attributes }: ImportedObject) =>
      attributesThatDiffer({ typeName, config }, attributes).length === 0;
    return named.find(isAsDeclared) ?? named[0];
  }
}

/** `zones/` may be left out. */
function keyOfImport(typeName: string, importId: string): string {
  return `${typeName} ${importId.replace(/^zones?\//, '')}`;
}

function ownerOf({ config, importId }: CodeObject): string | undefined {
  const [, id] = /^(?:zones?\/|accounts?\/)?([0-9a-f]{32})(?:\/|$)/.exec(importId ?? '') ?? [];
  return id ?? textOf(config, 'zone_id') ?? textOf(config, 'account_id');
}

/** What a plan would change, without what depends on values that only Terraform knows. */
export function attributesThatDiffer(
  { typeName, config }: Pick<CodeObject, 'typeName' | 'config'>,
  attributes: ObjectValue,
): ChangedAttribute[] {
  const { contract } = resourceOf(typeName);
  const planned = planState(contract.attributes, { prior: attributes, config });
  const found = differences(contract.attributes, attributes, planned);
  return found.map((each) => ({ name: each.name, code: each.planned, account: each.prior }));
}

/** The differences of the object itself, read with the settings of the code; undefined if it does not exist. */
async function readAgain(
  { typeName, config, importId }: CodeObject,
  object: ImportedObject | undefined,
  client: EdgeClient,
): Promise<readonly ChangedAttribute[] | undefined> {
  const resource = resourceOf(typeName);
  const reading = readingWith(client, new AbortController().signal);
  const engine = new Engine(resource, readingContext(reading));
  const known = object === undefined ? importId : object.importId;
  try {
    const found = known === undefined ? (await engine.find(config))[0] : await engine.import(known);
    const attributes = found === undefined ? undefined : await engine.read(found, withoutUnknown(config));
    return attributes === undefined ? undefined : attributesThatDiffer({ typeName, config }, attributes);
  } catch (error) {
    if (isNotFound(error) || isDiagnosticError(error)) return undefined;
    throw error;
  }
}

function withoutUnknown(config: ObjectValue): ObjectValue {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [name, isWhollyKnown(value) ? value : null]),
  );
}

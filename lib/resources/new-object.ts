import { onceFor } from '../ground/remember';
import { DiagnosticError, type Diagnostic } from '../schema';

/**
 * A create makes a new object, or fails. What two objects must not have in common is their key: the zone of a ruleset, or name, dataset
 * and destination of a job.
 */
export interface NewObject<T> {
  readonly service: object;
  /** Undefined while it is not known. */
  readonly key: string | undefined;
  /** The object that has the key, other than the one that this plan replaces. */
  readonly find: () => Promise<T | undefined>;
  readonly exists: (found: T) => Diagnostic;
}

interface Planned {
  readonly madeTwice: () => Diagnostic;
  /** The id of the object that the same plan replaces. */
  readonly replaces: string | undefined;
}

/** What a plan says of a new object: that it exists, or that another resource of the plan makes it too. */
export async function planNew<T>({
  service,
  key,
  find,
  exists,
  madeTwice,
  replaces,
}: NewObject<T> & Planned): Promise<Diagnostic[]> {
  if (key === undefined) return [];
  const found = await find();
  if (found !== undefined) return [exists(found)];
  return isNewKey(service, key, replaces) ? [] : [madeTwice()];
}

/**
 * Whether no other object of the plan gets this key: neither a new one nor one that is changed.
 *
 * @param id - of the object that is changed or replaced: Terraform plans a replacement first as a change, then as a create
 */
export function isNewKey(service: object, key: string, id: string | undefined): boolean {
  const keys = newKeysOf(service);
  const isNew = !keys.has(key) || (id !== undefined && keys.get(key) === id);
  keys.set(key, id);
  return isNew;
}

/** Looks again right before a create, one at a time for each key: whichever comes second finds the object of the first. */
export async function createNew<T, Created>(
  { service, key, find, exists }: NewObject<T>,
  create: () => Promise<Created>,
): Promise<Created> {
  const creates = createsOf(service);
  const place = key ?? '';
  const before = creates.get(place);
  const turn = (async () => {
    await before?.catch(() => undefined);
    const found = await find();
    if (found !== undefined) throw new DiagnosticError([exists(found)]);
    return create();
  })();
  creates.set(place, turn);
  return turn;
}

/** The keys that objects of a plan get: Terraform configures the provider once in each, so its client identifies the plan. */
const newKeysOf = onceFor((_: object) => new Map<string, string | undefined>());

/** The last create of each key. */
const createsOf = onceFor((_: object) => new Map<string, Promise<unknown>>());

/** How to have an existing object, and what looks like one. For errors: Terraform does not wrap lines that begin with a space. */
export function howToHave(typeName: string, importId: string): string {
  return (
    'To manage it, import it:\n' +
    `  import {\n    to = ${typeName}.<name>\n    id = "${importId}"\n  }\n` +
    `or, in the code of a construct:\n  construct.importFrom('${importId}');\n` +
    'It may be one that your state has already:\n' +
    '  at another address: use a `moved` block (`resource.moveFromId`)\n' +
    '  at this address, tainted: run `terraform untaint <address>`\n' +
    '  at this address, replaced with `create_before_destroy`: remove that, run `terraform state rm <address>`, and import it\n' +
    '  deleted or changed by this plan: apply that first\n'
  );
}

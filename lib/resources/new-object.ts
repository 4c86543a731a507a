import { onceFor, onceForText } from '../ground/remember';
import { DiagnosticError, type Diagnostic } from '../schema';

/** An object to create. No other may have its key: the zone of a ruleset, or name, dataset and destination of a job. */
export interface NewObject<T> {
  readonly service: object;
  readonly key: string;
  /** The id of the object that the same plan replaces or changes. */
  readonly id?: string | undefined;
  /** The objects that have the key, other than that one. */
  readonly find: () => Promise<readonly T[]>;
  readonly exists: (found: T) => Diagnostic;
  readonly madeTwice: () => Diagnostic;
}

/** Plans a new object: an error if it exists, or if another resource of the plan makes it too. */
export async function planNew<T>(object: NewObject<T>): Promise<Diagnostic[]> {
  const [found] = await object.find();
  if (found !== undefined) return [object.exists(found)];
  return recordKey(object) ? [] : [object.madeTwice()];
}

/** Plans a change that gives an object another key, which may be that of another one. */
export async function planKeyChange<T>(
  object: NewObject<T>,
  describeDuplicate: (found: T) => Diagnostic,
): Promise<Diagnostic[]> {
  return recordKey(object) ? (await object.find()).map(describeDuplicate) : [object.madeTwice()];
}

/** Records a key, and returns whether no other object of the plan gets it. Terraform plans a replacement as a change, and then as a create. */
function recordKey({ service, key, id }: Pick<NewObject<unknown>, 'service' | 'key' | 'id'>): boolean {
  const keys = newKeysOf(service);
  const isOnly = !keys.has(key) || (id !== undefined && keys.get(key) === id);
  keys.set(key, id);
  return isOnly;
}

/** Creates an object after another look right before, one at a time for each key: whichever comes second finds the object of the first. */
export async function createNew<T, Created>(
  { service, key, find, exists }: Omit<NewObject<T>, 'madeTwice'>,
  create: () => Promise<Created>,
): Promise<Created> {
  const creates = createsOf(service);
  const before = creates.get(key);
  const turn = (async () => {
    await before?.catch(() => undefined);
    const [found] = await find();
    if (found !== undefined) throw new DiagnosticError([exists(found)]);
    return create();
  })();
  creates.set(key, turn);
  return turn;
}

/** The keys that objects of a plan get: Terraform configures the provider once in each, so its client identifies the plan. */
const newKeysOf = onceFor((_: object) => new Map<string, string | undefined>());

/** The keys that a plan makes in a group, such as the new jobs of a zone. Only warnings follow from them. */
export const plannedIn = onceForText((_group: string, _service: object) => new Set<string>());

const createsOf = onceFor((_: object) => new Map<string, Promise<unknown>>());

/** Describes for an error how to manage an existing object. Terraform does not wrap lines that begin with a space. */
export function howToManage(typeName: string, importId: string): string {
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

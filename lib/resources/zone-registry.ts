import { TerraformStack, type TerraformMetaArguments } from 'cdktf';
import type { IConstruct } from 'constructs';
import { isExpression, mayHaveToken, withTextTokens } from './expressions';
import { getOrAdd, onceFor } from '../ground/remember';
import { findNamed, isNamed } from './named-owners';
import { providerFacts } from './provider-settings';
import { resolveIn } from './references';

/** A construct that belongs to a zone, or to an account, which counts as a zone of its own. */
export interface ZoneConstruct extends IConstruct {
  readonly zoneId?: string | undefined;
  readonly accountId?: string | undefined;
}

/** Declares that a construct has something in its zone, such as custom fields, for other constructs to look up. */
export function registerInZone(topic: string, construct: ZoneConstruct): void {
  entriesOf(construct.node.root).push({ topic, construct });
}

/** The object of a construct, as far as synth can tell it from others. */
export interface DeclaredObject {
  /** The kind of constructs that {@link findDuplicate} compares. */
  readonly topic: string;
  readonly meta: TerraformMetaArguments;
  readonly isRetired: boolean;
  /** Identity of the object within its zone. Called at synth, since a construct can change until then. */
  readonly identity: () => readonly unknown[];
}

/** Declares the object of a construct: another construct with an equal one would make it twice. */
export function registerObject(construct: ZoneConstruct, object: DeclaredObject): void {
  entriesOf(construct.node.root).push({ topic: object.topic, construct, object });
}

/** A construct with the same object as another one. */
export type DuplicateConstruct = NonNullable<ReturnType<typeof findDuplicate>>;

/**
 * Another construct whose object is certainly the same: of the same zone and API, with an equal identity. Equal expressions
 * have one value in their stack, unless they belong to an instance of a resource. A resource with count or for_each may have
 * no instances.
 */
export function findDuplicate(topic: string, construct: ZoneConstruct) {
  const { byObject, keys } = registeredFor(topic, construct);
  const key = keys.get(construct);
  const other =
    key === undefined
      ? undefined
      : byObject.get(key)?.find((each) => each.construct !== construct && isInTree(each.construct));
  return other && { construct: other.construct, isRetired: other.object?.isRetired === true };
}

/**
 * The constructs of the app that are registered for a topic and certainly in the zone of a construct, in the order of
 * registration. The construct itself is among them where it is registered.
 */
export function* findInZone(topic: string, construct: ZoneConstruct): Generator<ZoneConstruct> {
  for (const each of registeredInZone(topic, construct)) if (isInTree(each)) yield each;
}

/** The constructs of {@link findInZone}, including those that have been removed from the tree. */
export function registeredInZone(topic: string, construct: ZoneConstruct): readonly ZoneConstruct[] {
  const zone = resolveZone(construct);
  return (isOneZone(zone) ? registeredFor(topic, construct).byZone.get(zone) : undefined) ?? [];
}

/**
 * Whether a construct registered for a topic is in the zone of a construct, or may be: before Terraform runs, an expression
 * can stand for any zone that its stack deals with, and a name for any ID.
 */
export function mayBeInZone(topic: string, construct: ZoneConstruct): boolean {
  const { byZone, ofKind } = registeredFor(topic, construct);
  const zone = resolveZone(construct);
  const { expression = [], id = [], name = [] } = ofKind.get(TerraformStack.of(construct)) ?? {};
  const otherKinds = isExpression(zone) ? [...id, ...name] : isNamed(zone) ? id : name;
  return [...expression, ...otherKinds].some(isInTree) || (byZone.get(zone)?.some(isInTree) ?? false);
}

interface Entry {
  readonly topic: string;
  readonly construct: ZoneConstruct;
  readonly object?: DeclaredObject;
}

/** The property of the app with the entries: plain data, so that several copies of this package can share it. */
const entriesKey = Symbol.for('cdktf-edge-platform.zone-entries');

function entriesOf(root: IConstruct & { [entriesKey]?: Entry[] }): Entry[] {
  const known = root[entriesKey];
  if (known !== undefined) return known;
  const entries: Entry[] = [];
  Object.defineProperty(root, entriesKey, { value: entries });
  return entries;
}

type ByKind = Partial<Record<'expression' | 'name' | 'id', ZoneConstruct[]>>;

/** What an app has registered for one topic. */
class Registered {
  /** Constructs by their stack, and by the kind of their zone. */
  readonly ofKind = new Map<TerraformStack, ByKind>();
  readonly byZone = new Map<string, ZoneConstruct[]>();
  /** Entries with an object, by its key. */
  readonly byObject = new Map<string, Entry[]>();
  readonly keys = new Map<ZoneConstruct, string>();

  add(entry: Entry): void {
    const { construct } = entry;
    const key = keyOf(entry);
    if (key !== undefined) {
      this.keys.set(construct, key);
      getOrAdd(this.byObject, key, () => []).push(entry);
    }
    const zone = resolveZone(construct);
    const kinds = getOrAdd(this.ofKind, TerraformStack.of(construct), (): ByKind => ({}));
    (kinds[isNamed(zone) ? 'name' : isExpression(zone) ? 'expression' : 'id'] ??= []).push(construct);
    getOrAdd(this.byZone, zone, () => []).push(construct);
  }
}

const none = new Registered();

/** What an app has registered, by topic: each look-up adds what was registered since the last. */
class Index {
  readonly #entries: readonly Entry[];
  readonly #topics = new Map<string, Registered>();
  #added = 0;

  constructor(root: IConstruct) {
    this.#entries = entriesOf(root);
  }

  find(topic: string): Registered {
    if (this.#added < this.#entries.length) this.#addNew();
    return this.#topics.get(topic) ?? none;
  }

  #addNew(): void {
    for (const entry of this.#entries.slice(this.#added)) {
      this.#added += 1;
      getOrAdd(this.#topics, entry.topic, () => new Registered()).add(entry);
    }
  }
}

const indexOf = onceFor((root: IConstruct) => new Index(root));

function registeredFor(topic: string, { node }: IConstruct): Registered {
  return indexOf(node.root).find(topic);
}

/** The zone as Terraform will see it, so that two tokens of the same attribute compare as equal. */
const resolveZone = onceFor((construct: ZoneConstruct) => {
  const { zoneId, accountId = '' } = construct;
  const id = zoneId ?? accountId;
  const resolved = isExpression(id) ? String(resolveIn(construct, id)) : id;
  const owner = findNamed(construct, resolved) ?? ofStack(construct, resolved);
  return zoneId === undefined ? `account ${owner}` : owner;
});

/** The key of an object that there is certainly one of: undefined where synth cannot tell. */
function keyOf({ construct, object }: Entry): string | undefined {
  if (object === undefined || object.meta.count !== undefined || object.meta.forEach !== undefined)
    return undefined;
  const identity = object.identity();
  const resolved = mayHaveToken(identity) ? resolveIn(construct, withTextTokens(identity)) : identity;
  const { address } = providerFacts(construct, object.meta.provider);
  const key = JSON.stringify([resolveZone(construct), address, resolved]);
  return isOneZone(key) ? ofStack(construct, key) : undefined;
}

/** Prefixes an expression with its stack: equal expressions have one value within a stack, but not in two stacks. */
function ofStack(construct: IConstruct, text: string): string {
  return isExpression(text) ? `${TerraformStack.of(construct).node.path} ${text}` : text;
}

/** Whether an expression has one value for all instances of a resource, each time that it is evaluated. */
function isOneZone(zone: string): boolean {
  return !/\b(?:each|count)\.|\b(?:uuid|bcrypt)\(/.test(zone);
}

/** Whether neither the construct nor a scope of it has been removed from its parent. */
export function isInTree(construct: IConstruct): boolean {
  const { scope, id } = construct.node;
  return scope === undefined || (scope.node.tryFindChild(id) === construct && isInTree(scope));
}

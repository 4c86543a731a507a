import { compare, distinctBy } from '../../../ground/compare';
import { addressSlugOf, Identifiers, takeFree } from '../../project/identifiers';
import { textOf } from '../../../ground/json';
import { accountGroups } from '../../../resources/code';
import { codeOf } from '../../../resources/code-of';
import type { NamedObject } from '../../../resources/handler';
import type { ImportedObject } from '../inventory';
import { sharedGroups } from './groups';
import { configOf, needsCurrentLimits } from './config';
import type { ObjectValue } from '../../../schema';

/** The parts of a project, for every language: files, names, and the configuration of each object. */
export interface ProjectPlan {
  readonly accounts: readonly AccountPlan[];
}

export interface AccountPlan {
  readonly account: NamedObject;
  readonly id: string;
  readonly needsCurrentLimits: boolean;
  /** The file of the account itself first, and then one for each zone. */
  readonly files: readonly FilePlan[];
}

/** The objects of one zone, or of an account without its zones. */
export interface FilePlan {
  readonly owner: NamedObject;
  readonly isZone: boolean;
  /** The path without its ending, such as `zones/example.com`. */
  readonly path: string;
  /** A name for code, such as `exampleCom`. */
  readonly identifier: string;
  readonly objects: readonly PlannedObject[];
}

/** An object with the id of its construct, which no other object of the project has. */
export interface PlannedObject {
  readonly object: ImportedObject;
  readonly id: string;
  readonly config: ObjectValue;
}

/**
 * Plans the files, stacks and names of a project. The same objects give the same plan, in any order.
 *
 * @param taken - ids of constructs that the project has already
 */
export function planImportedProject(
  objects: readonly ImportedObject[],
  taken: readonly string[] = [],
): ProjectPlan {
  const names = newNames(taken);
  const accounts = ownersIn(objects.map(({ account }) => account));
  return {
    accounts: accounts.map((account) =>
      planAccount(
        account,
        objects.filter((object) => object.account.id === account.id),
        accounts.length === 1,
        names,
      ),
    ),
  };
}

function ownersIn(owners: readonly NamedObject[]): NamedObject[] {
  const distinct = distinctBy(owners, ({ id }) => id);
  return sortedBy(distinct, ({ name }) => name);
}

export function idsOf({ accounts }: ProjectPlan): string[] {
  return accounts.flatMap(({ files }) => files.flatMap(({ objects }) => objects.map(({ id }) => id)));
}

/** The name of an object for people: the name of a job or policy, or its kind. */
function nameOf({ typeName, attributes }: ImportedObject): string {
  return codeOf(typeName).soleName ?? textOf(attributes.name) ?? '';
}

function planAccount(
  account: NamedObject,
  objects: readonly ImportedObject[],
  isOnly: boolean,
  names: Names,
): AccountPlan {
  const own = objects.filter(({ zone }) => zone === undefined);
  const zones = ownersIn(objects.flatMap(({ zone }) => zone ?? []));
  const files = [
    ...(own.length === 0 ? [] : [planFile(account, own, isOnly ? 'only account' : 'account', names)]),
    ...zones.map((zone) =>
      planFile(
        zone,
        objects.filter((object) => object.zone?.id === zone.id),
        'zone',
        names,
      ),
    ),
  ];
  return {
    account,
    id: isOnly ? 'edge' : takeFree(addressSlugOf(account.name, 'account'), names.stacks),
    needsCurrentLimits: objects.some((object) => needsCurrentLimits(object.typeName, configOf(object))),
    files,
  };
}

function planFile(
  owner: NamedObject,
  objects: readonly ImportedObject[],
  kind: 'zone' | 'account' | 'only account',
  names: Names,
): FilePlan {
  const isZone = kind === 'zone';
  const path =
    kind === 'only account' ? 'account' : `${kind}s/${takeFree(fileName(owner.name, kind), names.paths)}`;
  const prefix = kind === 'only account' ? '' : `${addressSlugOf(owner.name, kind)}-`;
  const sorted = sortedBy(objects, (object) => `${object.typeName} ${nameOf(object)}`);
  return {
    owner,
    isZone,
    path,
    identifier: kind === 'only account' ? 'account' : names.identifiers.add(owner.name, kind),
    objects: sorted.map((object) => ({
      object,
      id: takeFree(prefix + addressSlugOf(nameOf(object), codeOf(object.typeName).idNoun), names.constructs),
      config: configOf(object),
    })),
  };
}

type Names = ReturnType<typeof newNames>;

function newNames(taken: readonly string[]) {
  return {
    /** Those that the generated files use otherwise are taken. */
    identifiers: new Identifiers([
      ...['account', 'accountId', 'app', 'importExisting', 'scope', 'stack', 'zoneId', 'zoneName'],
      ...Object.keys(sharedGroups),
      ...accountGroups,
    ]),
    /** The id of the provider is taken, and a name that every object has. */
    constructs: new Set(['edge', 'constructor', ...taken]),
    stacks: new Set(['constructor']),
    paths: new Set<string>(),
  };
}

/** The name of a zone as a file name; characters that some file systems refuse are replaced. */
function fileName(name: string, noun: string): string {
  const safe = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}.-]+/gu, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[.-]+|[.-]+$/g, '');
  const short = Array.from(safe)
    .slice(0, 60)
    .join('')
    .replace(/[.-]+$/, '');
  if (short === '') return noun;
  // Names of devices, and endings that an import would take for those of a file.
  const isDevice = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/.test(short);
  const isModule = /\.(?:[cm]?[jt]s|[jt]sx|json|node)$/.test(short);
  return `${isDevice ? `${noun}-` : ''}${short}${isModule ? `-${noun}` : ''}`;
}

/** Sorts by code units, which is the same on every machine. Objects of the same name are in the order of their ids. */
function sortedBy<T extends NamedObject | ImportedObject>(
  items: readonly T[],
  text: (item: T) => string,
): T[] {
  const keyOf = (item: T) => ('id' in item ? item.id : item.importId);
  return items
    .map((item) => ({ item, text: text(item), key: keyOf(item) }))
    .sort((a, b) => compare(a.text, b.text) || compare(a.key, b.key))
    .map(({ item }) => item);
}

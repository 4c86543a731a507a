import { compare } from '../../../ground/compare';
import { textsOf } from '../../../ground/json';
import type { Inventory } from '../inventory';
import { accountGroups, type AccountGroup } from '../../../resources/code';
import { codes } from '../../../resources';
import { sharedGroups, type SharedGroup } from './groups';
import type { SharedValue } from './shared-values';
import type { AccountPlan, ProjectPlan } from './project-plan';
import { own } from '../../../ground/record';
import { getOrAdd } from '../../../ground/remember';

/** Makes a free name in the style of a language: each call returns another one. */
export type Namer = (words: string, noun: string) => string;

export interface NamedGroup {
  readonly group: SharedGroup;
  readonly values: readonly { readonly name: string; readonly shared: SharedValue }[];
}

/** Values and objects that have a name in the code of a project. */
export interface ProjectNames {
  readonly groups: readonly NamedGroup[];
  /** The path of a shared value by its key, such as `destinations.logs`. */
  shared(key: string | undefined): string | undefined;
  /** The path of an id that a policy of the account has in an attribute, such as `pools.euWest`. */
  ofAccount(attribute: string, id: string): string | undefined;
  /** The constants of an account's file: the objects that its policies refer to. */
  constantsOf(account: AccountPlan): readonly AccountConstants[];
}

export interface AccountConstants {
  readonly constant: AccountGroup;
  readonly members: readonly { readonly name: string; readonly id: string }[];
}

/** The group of objects whose ids an attribute has, by attribute. */
const groupOf = new Map(codes.flatMap(({ references = {} }) => Object.entries(references)));

/** @param newNamer - makes the namer of one object of names */
export function nameValues(
  plan: ProjectPlan,
  inventory: Pick<Inventory, 'referenced'>,
  values: ReadonlyMap<string, SharedValue>,
  newNamer: () => Namer,
): ProjectNames {
  const groups = new Map<SharedGroup, { namer: Namer; values: NamedGroup['values'][number][] }>();
  const paths = new Map<string, string>();
  for (const [key, shared] of values) {
    const { group, words } = shared;
    const named = getOrAdd(groups, group, () => ({ namer: newNamer(), values: [] }));
    const name = named.namer(words, sharedGroups[group].noun);
    named.values.push({ name, shared });
    paths.set(key, `${group}.${name}`);
  }
  const constants = constantsByAccount(plan, inventory, newNamer);
  const ids = new Map<string, string>(
    constants.flatMap(({ all }) =>
      all.flatMap(({ constant, members }) =>
        members.map(({ id, name }) => [`${constant} ${id}`, `${constant}.${name}`] as const),
      ),
    ),
  );
  return {
    groups: [...groups].map(([group, { values: ofGroup }]) => ({ group, values: ofGroup })),
    shared: (key = '') => paths.get(key),
    ofAccount: (attribute, id) => ids.get(`${groupOf.get(attribute) ?? ''} ${id}`),
    constantsOf: (account) => constants.find((each) => each.account === account)?.all ?? [],
  };
}

/** The constants of each account. Names are unique in the project: a language may have all in one scope. */
function constantsByAccount(
  { accounts }: ProjectPlan,
  { referenced }: Pick<Inventory, 'referenced'>,
  newNamer: () => Namer,
) {
  const namers = new Map<AccountGroup, Namer>();
  return accounts.map((account) => ({
    account,
    all: accountGroups.flatMap((constant): AccountConstants[] => {
      const used = idsIn(account, constant);
      const namer = getOrAdd(namers, constant, newNamer);
      const members = referenced
        .filter(
          ({ group, id, accountId }) =>
            group === constant && used.has(id) && accountId === account.account.id,
        )
        .sort((a, b) => compare(`${a.name} ${a.id}`, `${b.name} ${b.id}`))
        .map(({ id, name }) => ({ id, name: namer(name, 'id') }));
      return members.length === 0 ? [] : [{ constant, members }];
    }),
  }));
}

function idsIn({ files }: AccountPlan, group: AccountGroup): ReadonlySet<string> {
  const configs = files.flatMap(({ objects }) => objects.map(({ config }) => config));
  const attributes = [...groupOf].flatMap(([attribute, of]) => (of === group ? [attribute] : []));
  return new Set(configs.flatMap((config) => attributes.flatMap((each) => textsOf(own(config, each)))));
}

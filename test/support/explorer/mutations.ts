import type * as NewObject from '../../../lib/resources/new-object';
import type * as OutOfBand from '../../../lib/resources/out-of-band';
import type * as ReadBack from '../../../lib/resources/read-back';
import type * as RulesetCalls from '../../../lib/resources/custom-fields-ruleset/calls';
import type * as PolicyMemory from '../../../lib/resources/pool-notification-policy/memory';
import type * as Judge from '../../../lib/pools/judge';
import type * as Losses from '../../../lib/pools/losses';
import type * as Listing from '../../../lib/schema/listing';
import { listOf } from '../../../lib/ground/json';

export interface Mutation {
  readonly rule: string;
  /** Of lib. */
  readonly module: string;
  /** One that finds it. */
  readonly scenario: string;
  /** What takes the place of exports of the module. */
  readonly replace: (actual: object) => object;
}

/** @param replace - what takes the place of exports of the module */
function inModule<M extends object>(module: string) {
  return (rule: string, scenario: string, replace: (actual: M) => Partial<M>): Mutation => ({
    rule,
    module,
    scenario,
    replace: replace as Mutation['replace'],
  });
}

const newObject = inModule<typeof NewObject>('resources/new-object');
const judge = inModule<typeof Judge>('pools/judge');
const listing = inModule<typeof Listing>('schema/listing');

const existing = 'an object is made that exists, with or without a target';
const emailSet = 'another client sets an e-mail between plan and apply, and during it';

export const mutations: readonly Mutation[] = [
  newObject('a plan refuses what exists', existing, () => ({ planNew: () => Promise.resolve([]) })),
  newObject('a plan refuses what it makes twice', existing, ({ planNew }) => ({
    planNew: (object) => planNew({ ...object, service: {} }),
  })),
  newObject('a create looks again', existing, () => ({ createNew: (_, create) => create() })),
  newObject(
    'a refusal has the import ID',
    'a policy while applies are killed, replies are lost and writes are refused',
    () => ({ howToManage: () => 'Import it.' }),
  ),
  judge(
    'a policy clears for what it notifies of itself',
    'a policy loses a recipient or a pool in the change that adds another policy',
    ({ judgeClearing }) => ({
      judgeClearing: (now, ours, ...more) => {
        const email = now.policies.flatMap(({ mechanisms }) => listOf(mechanisms.email));
        return judgeClearing(now, ours && { ...ours, mechanisms: { email } }, ...more);
      },
    }),
  ),
  judge('a policy clears what the plan lists', emailSet, ({ judgeClearing }) => ({
    judgeClearing: (now, ours, settings, { isListed: _isListed, ...view } = {}) =>
      judgeClearing(now, ours, settings, view),
  })),
  listing('a listing differs for other effects', emailSet, ({ nothingListed }) => ({
    listingOf: (_, effects) => (effects.length === 0 ? nothingListed : { text: 'irreversible', effects }),
  })),
  listing('a migration does what the plan lists', 'a zone that changes between plan and apply', () => ({
    isApproved: () => true,
  })),
  inModule<typeof Losses>('pools/losses')(
    'a loss is shown',
    'two policies notify the same recipients, and both lose them',
    () => ({ findLosses: () => [] }),
  ),
  inModule<typeof PolicyMemory>('resources/pool-notification-policy/memory')(
    'a cleared e-mail is recorded',
    'pools with the names of members of every object',
    () => ({ withCleared: (before) => before }),
  ),
  inModule<typeof RulesetCalls>('resources/custom-fields-ruleset/calls')(
    'a deletion removes the own rule alone',
    'another team has a rule in the ruleset of the log fields',
    ({ deleteRuleset }) => ({
      deleteRule: async (place, _, by) => {
        await deleteRuleset(place, by);
        return undefined;
      },
    }),
  ),
  inModule<typeof OutOfBand>('resources/out-of-band')(
    'a write of a whole object compares first',
    'another client changes the rules of a migrated zone between plan and apply of an update',
    () => ({ judgeOverwrite: () => undefined }),
  ),
  inModule<typeof ReadBack>('resources/read-back')(
    'a read after a write is repeated',
    'reads that show a write late',
    () => ({ readBack: (read) => read() }),
  ),
];

const broken: { mutation?: Mutation | undefined } = {};

export async function withMutation<T>(mutation: Mutation, work: () => Promise<T>): Promise<T> {
  broken.mutation = mutation;
  try {
    return await work();
  } finally {
    broken.mutation = undefined;
  }
}

// A test file imports this first: before any module that imports one of these.
for (const name of new Set(mutations.map(({ module }) => module)))
  jest.doMock(`../../../lib/${name}`, () => {
    const actual = jest.requireActual<object>(`../../../lib/${name}`);
    const find = (key: string): unknown => {
      const { mutation } = broken;
      const replaced = mutation?.module === name ? mutation.replace(actual) : {};
      return Reflect.get(key in replaced ? replaced : actual, key);
    };
    const exported = Object.keys(actual).map(
      (key) => [key, { enumerable: true, get: () => find(key) }] as const,
    );
    return Object.defineProperties({}, Object.fromEntries(exported));
  });

import {
  bool,
  computed,
  defineContract,
  errorAt,
  isListValue,
  isObjectValue,
  listOf,
  mapOf,
  nested,
  number,
  optional,
  optionalComputed,
  required,
  setOf,
  string,
  type Check,
  type Value,
} from '../../../../lib/schema';

const notBad: Check = (value, path) =>
  value === 'bad' ? [errorAt(path, 'Bad word', 'The word is "bad". Use another.')] : [];

const sameLetters = (a: Value, b: Value) =>
  typeof a === 'string' && typeof b === 'string' && a.toLowerCase() === b.toLowerCase();

const about = (description: string) => ({ description });

const step = {
  key: required(string, { description: 'Name of the step.', checks: [notBad] }),
  note: optional(string, about('Free text.')),
  serial: computed(string, about('Given by the service, anew with every change.')),
  birthmark: computed(string, { description: 'Given by the service once.', useStateForUnknown: true }),
};

/** One attribute of every kind, so that a story can change any of them. */
export const thingContract = defineContract({
  typeName: 'fake_thing',
  version: 1,
  description: 'A thing in a folder.',
  attributes: {
    name: required(
      string,
      about('Name; "broken" fails half-way, "slow" takes long, "noisy" writes to stdout.'),
    ),
    kind: optional(string, { description: 'Another kind is another thing.', replaces: true }),
    size: optional(number, { description: 'Any number.', default: 1 }),
    share: optional(number, about('A fraction.')),
    open: optional(bool, about('Whether it is open.')),
    words: optional(listOf(string), about('Words in an order.')),
    tags: optional(setOf(string), about('Words without an order.')),
    labels: optional(mapOf(string), about('Words by name.')),
    matrix: optional(mapOf(listOf(number)), about('Numbers by name and place.')),
    title: optional(string, { description: 'Capitals make no difference.', sameMeaning: sameLetters }),
    zone: optionalComputed(string, { description: 'Where it is.', useStateForUnknown: true }),
    secret: optional(string, { description: 'A secret that is kept.', sensitive: true }),
    password: optional(string, { description: 'A secret that is not kept.', writeOnly: true }),
    owner: optional(
      nested('single', {
        mail: required(string, { description: 'Address.', checks: [notBad] }),
        role: optional(string, { description: 'Role.', default: 'reader' }),
        pin: optional(string, { description: 'A secret that is not kept.', writeOnly: true }),
        since: computed(string, { description: 'When it was made.', useStateForUnknown: true }),
      }),
      about('One owner.'),
    ),
    steps: optional(nested('list', step), about('Steps in an order.')),
    options: optional(nested('set', step), about('Steps without an order.')),
    stages: optional(nested('map', step), about('Steps by name.')),
    id: computed(string, { description: 'Given by the service.', useStateForUnknown: true }),
    revision: computed(number, about('Rises with every change.')),
    password_length: computed(number, about('Length of the password that the service received.')),
  },
  check: ({ steps, words }) => {
    if (!isListValue(steps) || !isListValue(words)) return [];
    return steps.flatMap((each, index) =>
      isObjectValue(each) && typeof each.key === 'string' && words.includes(each.key)
        ? [errorAt(['steps', index, 'key'], 'Taken word', `${each.key} is one of words too.`)]
        : [],
    );
  },
  upgrades: {
    0: ({ label, ...state }) => ({ ...state, name: label }),
  },
});

export type ThingAttributes = (typeof thingContract)['attributes'];

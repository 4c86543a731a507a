/** Variations of replies that the API's contract allows; a client must handle all of them. */
export const quirkList = [
  {
    key: 'shuffleKeys',
    title: 'Other order of keys',
    effect: 'The keys of every object in a reply are in another order.',
  },
  {
    key: 'shuffleArrays',
    title: 'Other order of lists',
    effect: 'Lists without a meaningful order are in another order.',
  },
  {
    key: 'omitZeroValues',
    title: 'Omit zero values',
    effect: 'Resources are shown without members that are "", 0, false, [] or null.',
  },
  {
    key: 'unknownFields',
    title: 'Unknown fields',
    effect: 'Every object of a result has a member that no client knows.',
  },
  {
    key: 'serviceWording',
    title: 'Wording of the service',
    effect: 'Members that a request did not have are worded as the service words them. On by default.',
    isUsual: true,
  },
] as const;

export type Quirks = Readonly<Record<(typeof quirkList)[number]['key'], boolean>>;

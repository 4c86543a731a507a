/** The kinds of values that a project names once, and uses in several objects. */
export const sharedGroups = [
  'destinations',
  'fieldSets',
  'filters',
  'outputs',
  'recipients',
  'customFields',
] as const;

export type SharedGroup = (typeof sharedGroups)[number];

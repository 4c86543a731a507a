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

/** The kinds of objects of an account that its policies refer to by id. */
export const accountGroups = ['pools', 'webhooks', 'pagerdutyServices'] as const;

export type AccountGroup = (typeof accountGroups)[number];

/** The kinds of values that a project names once, and uses in several objects: the noun for a name, and the comment above them. */
export const sharedGroups = {
  destinations: { noun: 'destination', title: 'Destinations of several jobs.' },
  fieldSets: { noun: 'fields', title: 'Log fields of several jobs, by dataset.' },
  filters: { noun: 'filter', title: 'Filters of several jobs.' },
  outputs: { noun: 'output', title: 'Output formats of several jobs.' },
  recipients: { noun: 'recipients', title: 'Recipients of several policies.' },
  customFields: { noun: 'names', title: 'Names of headers and cookies that several zones log.' },
} as const;

export type SharedGroup = keyof typeof sharedGroups;

import type { CustomFieldLimitSet } from '../logs';

export { customFieldLimitSets } from '../logs';

/** Settings of the provider for handlers, besides the access to the service. */
export interface Settings {
  readonly customFieldLimits: CustomFieldLimitSet;
}

export const defaultSettings: Settings = { customFieldLimits: 'specification' };

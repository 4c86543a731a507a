import type { CustomFieldLimitSet } from '../logs';

export { customFieldLimitSets } from '../logs';

/** What the configuration of the provider says to handlers, besides how to reach the service. */
export interface Settings {
  readonly customFieldLimits: CustomFieldLimitSet;
}

export const defaultSettings: Settings = { customFieldLimits: 'specification' };

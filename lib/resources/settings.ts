import type { CustomFieldLimitSet } from '../logs';

export { customFieldLimitSets } from '../logs';

export interface Settings {
  readonly customFieldLimits: CustomFieldLimitSet;
}

export const defaultSettings: Settings = { customFieldLimits: 'specification' };

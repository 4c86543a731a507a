import { own } from '../ground/record';
import type { FieldType } from './field-type';

/** A field that the service has taken out of a dataset. Jobs that have it keep it. */
export interface RetiredField {
  /** The field that new jobs have in its place; undefined if there is none. */
  readonly successor?: string;
  readonly type: FieldType;
}

/** Source: the public change notice "Updates to security fields" of 2023-02-01. Its successors have the same data. */
const retired: Readonly<Record<string, Readonly<Record<string, RetiredField>>>> = {
  http_requests: {
    EdgeRateLimitAction: { type: 'string' },
    EdgeRateLimitID: { type: 'int' },
    FirewallMatchesActions: { successor: 'SecurityActions', type: 'array[string]' },
    FirewallMatchesRuleIDs: { successor: 'SecurityRuleIDs', type: 'array[string]' },
    FirewallMatchesSources: { successor: 'SecuritySources', type: 'array[string]' },
    SecurityLevel: { type: 'string' },
    WAFAction: { successor: 'SecurityAction', type: 'string' },
    WAFProfile: { type: 'string' },
    WAFRuleID: { successor: 'SecurityRuleID', type: 'string' },
    WAFRuleMessage: { successor: 'SecurityRuleDescription', type: 'string' },
  },
};

/** Undefined for a field that the service still has, or never had. */
export function retiredField(dataset: string, field: string): RetiredField | undefined {
  return own(own(retired, dataset), field);
}

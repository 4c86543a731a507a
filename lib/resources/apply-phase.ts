import { optional, string, type ObjectValue } from '../schema';

/**
 * Terraform plans a create again during the apply, in another process, without what the first plan noted, and after the
 * object that it replaces has become one that no read reports. Only an impure function tells both plans apart: it is unknown
 * in the first one.
 */
export const appliedAt = optional(string, {
  description:
    'Time of the apply. Set it to `timestamp()`; the constructs do. It lets a replacement that is created before the old ' +
    'object is deleted be distinguished from a duplicate. Write-only: a new time is no change.',
  writeOnly: true,
  transient: true,
  expression: '${timestamp()}',
});

/** Whether a plan is the one that Terraform makes during an apply. False if the configuration does not say. */
export function isApply(config: ObjectValue | null): boolean {
  return typeof config?.applied_at === 'string';
}

import { bool, computed, oneOf, optional, string } from '../schema';

/** What to do with an existing object that is the twin of a new one: two of them would do the same work twice. */
export enum OnExistingTwin {
  /** The plan fails and shows the import id of the existing object; nothing is changed. */
  REFUSE = 'refuse',
  /** The existing object is updated to the configuration, and managed from then on. */
  ADOPT = 'adopt',
}

/** The attribute `on_existing` of a resource whose objects can have twins. */
export function onExistingTwin<const D extends string>(description: D) {
  return optional(string, {
    description,
    default: 'refuse',
    checks: [oneOf(['refuse', 'adopt'])],
    // It only affects creation, so a later change is a no-op.
    sameMeaning: () => true,
  });
}

/** Null after an import and in an old state, although its type denies that. The default makes the next plan empty. */
export function onExistingOf(configured: string | null): string {
  return configured ?? 'refuse';
}

export const adopted = computed(bool, {
  description:
    'With `on_existing = "adopt"`: whether the create adopted an existing object. Otherwise null, also after an import.',
  stable: true,
  local: true,
  adoption: 'on_existing',
});

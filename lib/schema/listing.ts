import { createHash } from 'node:crypto';

/** An effect that cannot be undone, such as clearing a legacy e-mail. Plans show it as a text (`Listing`); an apply performs those of the plan only. */
export interface Effect {
  readonly kind: 'migrate-zone' | 'delete-uri-override' | 'clear-legacy-email';
  readonly object: string;
  /** The observation that would be gone: the e-mail of the pool, the override as JSON. An effect on anything else is another one. */
  readonly basis: string;
}

export interface Listing {
  /** The text of the attribute with `listing`. It contains the digest of the effects. Null if there is no effect. */
  readonly text: string | null;
  readonly effects: readonly Effect[];
}

export interface Approval extends Listing {
  /** Whether the plan could list its effects: if something was unknown, no effect is approved. */
  readonly isListed: boolean;
}

/**
 * A listing with a text that a person reads. The digest comes early: Terraform compares only the beginning of what is not known yet.
 * Terraform quotes the text where the plan of the apply has another one, and calls that a bug of the provider. So it says first what
 * that means.
 */
export function listingOf(text: string, effects: readonly Effect[]): Listing {
  return effects.length === 0
    ? nothingListed
    : { text: `${ifRefused} [${digestOf(effects)}] ${text}`, effects };
}

const ifRefused =
  'If refused as inconsistent, the service has changed since the plan and nothing was done: plan again.';

export const nothingListed: Listing = { text: null, effects: [] };

/** Whether the plan has listed an effect, on the same observation. A driver without plans approves by the configuration. */
export function isApproved(approval: Approval | undefined, { kind, object, basis }: Effect): boolean {
  if (approval === undefined) return true;
  return approval.effects.some(
    (each) => each.kind === kind && each.object === object && each.basis === basis,
  );
}

/** Makes the text of a listing unique: it cannot name thousands of effects. */
function digestOf(effects: readonly Effect[]): string {
  const lines = effects.map(({ kind, object, basis }) => JSON.stringify([kind, object, basis]));
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex').slice(0, 12);
}

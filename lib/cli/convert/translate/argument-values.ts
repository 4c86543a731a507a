import { filledTextOf } from '../../../ground/json';
import { isUnknown, isWhollyKnown, unknown, type Value } from '../../../schema';
import type { Written, WrittenObject } from '../../../hcl/template';
import type { OldInstance, OldResource } from '../model';
import { knownValue } from '../../project/written-values';
import { resolveDynamicBlocks } from '../reduce/dynamic-blocks';
import { own } from '../../../ground/record';

/** The arguments of a block, with expressions for its `dynamic` blocks. */
export function bodyOf({ body }: Pick<OldResource, 'body'>): WrittenObject {
  return resolveDynamicBlocks(body);
}

/** The value of an argument in an instance: as Terraform evaluates it, or else as the state has it. */
export function valueIn(instance: OldInstance, name: string): Value {
  const { values, state } = instance;
  const value = own(values, name);
  if (value !== undefined && isWhollyKnown(value)) return value;
  const stored = own(state, name);
  if (stored !== undefined && (values === undefined || value === undefined || !isWhollyKnown(value)))
    return stored as Value;
  return values === undefined ? unknown : (value ?? null);
}

/** A text that is known; undefined for what is unknown, null or empty. */
export function textIn(instance: OldInstance, name: string): string | undefined {
  const value = valueIn(instance, name);
  if (typeof value === 'number') return String(value);
  return filledTextOf(value);
}

/** Whether the objects of a block are of a zone or of an account. Of two ids that are written, one is null in each instance. */
export function ownerOf({ body, instances }: OldResource): 'zone' | 'account' | 'unknown' {
  const [zone, account] = [own(body, 'zone_id') ?? null, own(body, 'account_id') ?? null];
  if (account === null) return 'zone';
  if (zone === null) return 'account';
  const owners = new Set(
    instances.map((instance) => {
      const [ofZone, ofAccount] = ['zone_id', 'account_id'].map((name) => valueIn(instance, name));
      if (isNone(ofZone) && isNone(ofAccount)) return 'unknown';
      if (isFilled(ofZone) || isNone(ofAccount)) return 'zone';
      return isFilled(ofAccount) || isNone(ofZone) ? 'account' : 'unknown';
    }),
  );
  const [only = 'unknown', ...more] = owners;
  return more.length === 0 ? only : 'unknown';
}

export const unknownOwner =
  'Whether it is a ruleset of a zone or of an account is unknown. Convert again with --state, --var or --var-file.';

function isFilled(value: Value | undefined): boolean {
  return filledTextOf(value) !== undefined;
}

export function isNone(value: Value | undefined): boolean {
  return value === null || value === '';
}

/** Whether a value is known without Terraform, at every depth. */
export function isLiteral(written: Written): boolean {
  return isWhollyKnown(knownValue(written));
}

export function isKnown(value: Value | undefined): value is Value {
  return value !== undefined && !isUnknown(value) && isWhollyKnown(value);
}

import { filledTextOf } from '../../../ground/json';
import { isUnknown, isWhollyKnown, unknown, type Value } from '../../../schema';
import { escapeTemplates, type Written, type WrittenObject } from '../../../hcl/template';
import type { OldInstance, OldResource } from '../model';
import { knownValue, writtenValue } from '../../project/written-values';
import { resolveDynamicBlocks } from '../reduce/dynamic-blocks';
import { hcl, template } from './expressions';
import { own, setOwn } from '../../../ground/record';

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

/** An argument in the form in which it can be taken apart. */
export type Apart =
  | { readonly kind: 'same'; readonly written: Written; readonly isEvaluated: boolean }
  | { readonly kind: 'by-instance'; readonly written: ReadonlyMap<OldInstance, Written> }
  | { readonly kind: 'unknown' };

/**
 * An argument whose parts are needed: as it is written if its structure is in the code, and else as Terraform evaluates it.
 *
 * @param isApart - whether a written value has the structure that is needed
 */
export function takenApart(
  resource: OldResource,
  name: string,
  isApart: (written: Written) => boolean,
): Apart {
  const written = own(bodyOf(resource), name) ?? null;
  if (written === null || isApart(written)) return { kind: 'same', written, isEvaluated: false };
  const values = new Map(resource.instances.map((instance) => [instance, valueIn(instance, name)]));
  const all = [...values.values()];
  const [first] = all;
  if (first === undefined || !all.every(isWhollyKnown)) return { kind: 'unknown' };
  if (new Set(all.map((value) => JSON.stringify(value))).size === 1)
    return { kind: 'same', written: writtenValue(first), isEvaluated: true };
  return {
    kind: 'by-instance',
    written: new Map([...values].map(([instance, value]) => [instance, writtenValue(value)])),
  };
}

/** Whether a value is known without Terraform, at every depth. */
export function isLiteral(written: Written): boolean {
  return isWhollyKnown(knownValue(written));
}

/**
 * Attributes that differ between the instances of one block: those that are equal as they are, and the others looked up by key. The
 * names of attributes that cannot be looked up, because they differ between instances of the module, are left out and returned.
 */
export function byKey(
  resource: Pick<OldResource, 'meta'>,
  configs: readonly { readonly key: string | number | undefined; readonly config: WrittenObject }[],
): { readonly config: WrittenObject; readonly differing: readonly string[] } {
  const names = [...new Set(configs.flatMap(({ config }) => Object.keys(config)))];
  const differing: string[] = [];
  const config: Record<string, Written> = {};
  for (const name of names) {
    const written = configs.map((each) => ({ key: each.key, value: own(each.config, name) ?? null }));
    if (new Set(written.map(({ value }) => JSON.stringify(value))).size === 1) {
      setOwn(config, name, written[0]?.value ?? null);
      continue;
    }
    const keys = new Map(written.map(({ key, value }) => [key, JSON.stringify(value)]));
    const isFunction = written.every(({ key, value }) => keys.get(key) === JSON.stringify(value));
    if (keys.has(undefined) || !isFunction) differing.push(name);
    else setOwn(config, name, lookup(resource, new Map(written.map(({ key, value }) => [key ?? '', value]))));
  }
  return { config, differing };
}

function lookup({ meta }: Pick<OldResource, 'meta'>, values: ReadonlyMap<string | number, Written>): string {
  const index = meta.count === undefined ? 'each.key' : 'tostring(count.index)';
  const members: WrittenObject = Object.fromEntries(
    [...values].map(([key, value]) => [escapeTemplates(String(key)), value] as const),
  );
  return template(`${hcl(members)}[${index}]`);
}

export function isKnown(value: Value | undefined): value is Value {
  return value !== undefined && !isUnknown(value) && isWhollyKnown(value);
}

import { textOf } from '../../ground/json';
import { isUnknown, nothingListed, unknownWithPrefix } from '../../schema';
import type { Approval, Attributes, Effect, Listing, ObjectValue } from '../../schema';
import { isSameObject } from './planned-state';
import { own } from '../../ground/record';

/** The beginning of the value in a plan that cannot list the irreversible effects: any listing then differs. */
const notListed = 'Not listed by the plan';

/** The beginning of a listing that is the same as the last one, so that the plan shows it. */
const again = 'again: ';

export function listingAttribute(attributes: Attributes): string | undefined {
  return Object.keys(attributes).find((name) => own(attributes, name)?.listing === true);
}

/** The planned state with the listing: a new text for new effects, else the last one. Without a listing that or null: Terraform refuses others. */
export function withListing(
  attributes: Attributes,
  planned: ObjectValue,
  prior: ObjectValue | null,
  listing: Listing | undefined,
): ObjectValue {
  const name = listingAttribute(attributes);
  if (name === undefined) return planned;
  const before = textOf(own(prior, name));
  const kept = { ...planned, [name]: before ?? null };
  if (listing !== undefined) {
    const { text } = listing;
    return text === null ? kept : { ...planned, [name]: text === before ? again + text : text };
  }
  const isSame = prior !== null && isSameObject(attributes, kept, prior);
  return isSame ? kept : { ...planned, [name]: unknownWithPrefix(before ?? notListed) };
}

/** The state of a create that has failed: the next plan shows its listing as new, whatever this one has listed. */
export function withoutListing(attributes: Attributes, planned: ObjectValue): ObjectValue {
  const name = listingAttribute(attributes);
  return name === undefined ? planned : { ...planned, [name]: null };
}

export function isUnlisted(attributes: Attributes, planned: ObjectValue): boolean {
  const name = listingAttribute(attributes);
  return name !== undefined && isUnknown(own(planned, name));
}

/** The approval of a plan: the effects that it lists, nothing if it keeps the text of an earlier one. `effectsOf` gives the effects of a listing. */
export function approvalOf(
  attributes: Attributes,
  { prior, planned }: { readonly prior: ObjectValue | null; readonly planned: ObjectValue },
  effectsOf: (text: string) => readonly Effect[],
): Approval {
  const name = listingAttribute(attributes);
  const value = name === undefined ? null : (own(planned, name) ?? null);
  if (isUnknown(value)) return { ...nothingListed, isListed: false };
  const isKept = name !== undefined && value === (own(prior, name) ?? null);
  const text = isKept ? undefined : textOf(value);
  if (text === undefined) return { ...nothingListed, isListed: true };
  const listed = text.startsWith(again) ? text.slice(again.length) : text;
  return { text: listed, effects: effectsOf(listed), isListed: true };
}

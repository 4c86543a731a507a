import { isUnknown, unknownWithPrefix, type Attributes, type ObjectValue } from '../../schema';
import type { Approval, Effect, Listing } from '../../schema';
import { isSameObject } from './planned-state';
import { own } from '../../ground/record';

/** A plan that cannot list the irreversible effects lets the value be null or this text, so Terraform refuses any listing later. */
const notListed = 'Not listed by the plan';

/** The attribute that lists the irreversible effects; undefined for a resource without such effects. */
export function listingAttribute(attributes: Attributes): string | undefined {
  return Object.keys(attributes).find((name) => own(attributes, name)?.listing === true);
}

/** The planned state with the listing. It stays as it was in a plan that changes nothing. */
export function withListing(
  attributes: Attributes,
  planned: ObjectValue,
  prior: ObjectValue | null,
  listing: Listing | undefined,
): ObjectValue {
  const name = listingAttribute(attributes);
  if (name === undefined) return planned;
  const isSame =
    prior !== null && isSameObject(attributes, { ...planned, [name]: own(prior, name) ?? null }, prior);
  if (isSame && (listing?.text ?? null) === null) return { ...planned, [name]: own(prior, name) ?? null };
  return { ...planned, [name]: listing === undefined ? unknownWithPrefix(notListed) : listing.text };
}

/** Whether a planned state could not list the irreversible effects. */
export function isUnlisted(attributes: Attributes, planned: ObjectValue): boolean {
  const name = listingAttribute(attributes);
  return name !== undefined && isUnknown(own(planned, name));
}

/** What the approved plan lists. `effectsOf` gives the effects of a text that this process has planned. */
export function approvalOf(
  attributes: Attributes,
  planned: ObjectValue,
  effectsOf: (text: string) => readonly Effect[],
): Approval {
  const name = listingAttribute(attributes);
  const text = name === undefined ? null : (own(planned, name) ?? null);
  if (isUnknown(text)) return { text: null, effects: [], isListed: false };
  return typeof text === 'string'
    ? { text, effects: effectsOf(text), isListed: true }
    : { text: null, effects: [], isListed: true };
}

import { own } from '../../ground/record';
import type { Attributes, ObjectValue } from '../../schema';

/** The attribute that says whether a create adopts an existing object; undefined for a resource that adopts none in this way. */
export function adoptionAttribute(attributes: Attributes): string | undefined {
  return Object.keys(attributes).find((name) => own(attributes, name)?.adoption === true);
}

/**
 * The planned state of a create with the id of the object that it adopts. Both values are known, so Terraform refuses the plan of the
 * apply if that comes to another decision.
 */
export function withAdoption(
  attributes: Attributes,
  planned: ObjectValue,
  prior: ObjectValue | null,
  adopts: string | undefined,
): ObjectValue {
  const name = adoptionAttribute(attributes);
  if (name === undefined || prior !== null) return planned;
  return { ...planned, [name]: adopts !== undefined, ...(adopts === undefined ? {} : { id: adopts }) };
}

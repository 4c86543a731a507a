import { own } from '../../ground/record';
import { isUnknown, type Attributes, type ObjectValue } from '../../schema';

/** The attribute that says whether a create adopts an existing object; undefined for a resource that adopts none in this way. */
export function adoptionAttribute(attributes: Attributes): string | undefined {
  return Object.keys(attributes).find((name) => own(attributes, name)?.adoption !== undefined);
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
  if (adopts !== undefined) return { ...planned, [name]: true, id: adopts };
  const permission = own(planned, own(attributes, name)?.adoption ?? '') ?? null;
  return { ...planned, [name]: permission === 'adopt' || isUnknown(permission) ? false : null };
}

import { fieldsOf } from '../../../ground/json';
import { own } from '../../../ground/record';
import { isSet, type Source, type Unread } from '../../../retired';
import type { Value } from '../../../schema';
import type { OldResource } from '../model';
import { bodyOf, isKnown, isLiteral, valueIn } from './argument-values';
import { isWrittenList, isWrittenObject, type Written, type WrittenObject } from '../../../hcl/template';

/** An argument that nothing of the new resource expresses. */
export interface Leftover extends Unread<Written> {
  /** Whether the value is an expression, of which some members have an equivalent. */
  readonly isPartly?: true;
}

/** The members of an object as the API has them. Those that are not taken have no equivalent, so that nothing is dropped silently. */
export type Arguments = Source<Written>;

/** The leftovers of an expression, whose given members have an equivalent: none where its values are known, and have no other members. */
export function leftoverMembers(
  resource: OldResource,
  name: string,
  members: readonly string[],
): readonly Leftover[] {
  const values = resource.instances.map((instance) => valueIn(instance, name));
  const others = values.flatMap((value) => {
    const [object] = Array.isArray(value) ? (value as readonly Value[]) : [value];
    return Object.entries(fieldsOf(object)).filter(([key, each]) => !members.includes(key) && isSet(each));
  });
  if (values.length > 0 && values.every(isKnown) && others.length === 0) return [];
  return [{ path: name, value: own(bodyOf(resource), name) ?? null, isPartly: true }];
}

/** The object of an attribute, or of a block that occurs once: blocks are lists of objects. */
export function singleObject(written: Written | undefined): WrittenObject | undefined {
  const only = isWrittenList(written) && written.length === 1 ? written[0] : written;
  return isWrittenObject(only) ? only : undefined;
}

/** Whether rules are literal code in the parts that every reader needs, and each rule passes `isLiteralRule`. */
export function areRulesLiteral(
  written: Written,
  isLiteralRule: (rule: WrittenObject, parameters: WrittenObject | undefined) => boolean,
): boolean {
  const rules = objectsIn(written);
  return (
    rules?.every((rule) => {
      const parameters = singleObject(rule.action_parameters);
      return (
        isLiteral(rule.action ?? null) &&
        (rule.action_parameters === undefined || parameters !== undefined) &&
        isLiteralRule(rule, parameters)
      );
    }) ?? false
  );
}

/** A list of objects; undefined where it is something else, such as an expression. A block may be an object in JSON. */
export function objectsIn(written: Written | undefined): readonly WrittenObject[] | undefined {
  if (isWrittenObject(written)) return [written];
  if (!isWrittenList(written)) return undefined;
  const objects = written.filter(isWrittenObject);
  return objects.length === written.length ? objects : undefined;
}

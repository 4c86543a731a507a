import { isPlainObject } from '../schema';
import { isExpression } from './expressions';
import type { PropRule, PropRules } from './props';

export const booleanRule: PropRule = {
  rule: 'true or false',
  accepts: (value) => typeof value === 'boolean',
};

export const stringRule: PropRule = { rule: 'a string', accepts: isString };

export function arrayRule(items: string, acceptsItem: (item: unknown) => boolean): PropRule {
  return {
    rule: `an array of ${items}`,
    // every() would skip the holes of a sparse array.
    accepts: (value) => Array.isArray(value) && Array.from(value).every(acceptsItem),
    fix: (value) =>
      Array.isArray(value) ? `Correct ${wrongItems(value, acceptsItem)}, or leave it out.` : undefined,
  };
}

export function isString(value: unknown): value is string {
  return typeof value === 'string';
}

/** The props that all constructs share, except `timeouts`, an attribute. Not by class: an object may come from another copy of cdktf. */
export const sharedProps = {
  retired: booleanRule,
  dependsOn: arrayRule('constructs or resources', isDependable),
  count: {
    rule: 'a whole number or a TerraformCount',
    accepts: (value) =>
      typeof value === 'number'
        ? isExpression(value) || (Number.isInteger(value) && value >= 0)
        : has(value, 'index') || isExpression(value),
  },
  provider: {
    rule: 'a provider, such as an EdgeProvider',
    accepts: (value) => has(value, 'fqn') && has(value, 'terraformResourceType'),
    fix: () => 'Pass the construct itself, or leave it out for the default provider of the stack.',
  },
  lifecycle: {
    rule: 'an object',
    accepts: isPlainObject,
    members: {
      createBeforeDestroy: booleanRule,
      preventDestroy: booleanRule,
      ignoreChanges: {
        ...arrayRule('attributes as strings, or "all"', isString),
        accepts: (value) => value === 'all' || (Array.isArray(value) && Array.from(value).every(isString)),
      },
      replaceTriggeredBy: arrayRule('resources or references', isDependable),
      precondition: arrayRule('objects with condition and errorMessage', isCondition),
      postcondition: arrayRule('objects with condition and errorMessage', isCondition),
    },
  },
  forEach: {
    rule: 'an iterator',
    accepts: (value) => has(value, '_getForEachExpression'),
    fix: () => 'Make one with TerraformIterator.fromList or TerraformIterator.fromMap, or leave it out.',
  },
  provisioners: { ...arrayRule('provisioners, objects with a type', isTyped), isSecret: true },
  connection: { rule: 'an object with a type, "ssh" or "winrm"', accepts: isTyped, isSecret: true },
} satisfies PropRules;

function isDependable(value: unknown): boolean {
  return has(value, 'fqn') || (isString(value) && (value.includes('.') || isExpression(value)));
}

export function isCondition(value: unknown): boolean {
  return isPlainObject(value) && (value.condition ?? null) !== null && isString(value.errorMessage);
}

function isTyped(value: unknown): boolean {
  return isPlainObject(value) && isString(value.type);
}

/** Whether an object has members, which objects of classes inherit. */
function has(
  value: unknown,
  member: 'fqn' | 'index' | 'terraformResourceType' | '_getForEachExpression',
): boolean {
  return typeof value === 'object' && value !== null && member in value;
}

function wrongItems(list: readonly unknown[], acceptsItem: (item: unknown) => boolean): string {
  const wrong = [...list.keys()].filter((index) => !acceptsItem(list[index]));
  return wrong.length === 1 ? `item ${wrong[0] ?? 0}` : `items ${wrong.slice(0, 5).join(', ')}`;
}

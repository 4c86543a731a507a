import { didYouMean } from '../catalogue';
import type { Fault, FaultPath } from '../fault';
import type { FaultCode } from '../fault-codes';
import { group, type Condition, type Group, type Leaf, type Scalar } from './filter';
import { positionsIn, type JsonMember, type JsonNode } from './json-tree';
import { findOperator, operators, type Operator } from './operators';

const leafKeys = ['key', 'operator', 'value'] as const;
const groupKeys = ['and', 'or'] as const;
const isGroupKey = (member: JsonMember): boolean => groupKeys.some((key) => key === member.key);
const isLeafKey = (member: JsonMember): boolean => leafKeys.some((key) => key === member.key);

/** Every method returns `null` where it has recorded a fault; the reader then continues. */
export class FilterReader {
  readonly faults: Fault[] = [];
  private readonly place: ReturnType<typeof positionsIn>;

  constructor(text: string) {
    this.place = positionsIn(text);
  }

  document(node: JsonNode): Condition | null {
    if (node.kind !== 'object') {
      const message = `The filter is ${named(node)}. Write an object: {"where": {"and": [...]}}.`;
      return this.fault('filter.not_object', message, [], node);
    }
    this.duplicates(node.members, []);
    const where = node.members.find((member) => member.key === 'where')?.value;
    if (where === undefined && node.members.some((member) => isLeafKey(member) || isGroupKey(member))) {
      const message =
        'The filter is a condition without its "where". Write {"where": {"and": [...]}} around it.';
      return this.fault('filter.no_where', message, [], node);
    }
    this.unknownKeys(node.members, ['where'], [], 'A filter has only "where"');
    if (where === undefined) {
      const message = 'The filter has no "where". Write {"where": {"and": [...]}}.';
      return this.fault('filter.no_where', message, [], node);
    }
    return this.where(where);
  }

  /** The specification shows a group. The service also accepts a condition alone (public fact). */
  private where(node: JsonNode): Condition | null {
    const path = ['where'];
    if (node.kind === 'object' && node.members.some(isLeafKey) && !node.members.some(isGroupKey))
      return this.leaf(node.members, path, node);
    if (node.kind !== 'object' || !node.members.some(isGroupKey)) {
      const message = `"where" is ${named(node)} with neither "and" nor "or". It holds exactly one of the two.`;
      return this.fault('filter.not_condition', message, path, node);
    }
    return this.group(node.members, path, node);
  }

  private condition(node: JsonNode, path: FaultPath): Condition | null {
    if (node.kind !== 'object') {
      const message = `A condition is ${named(node)}. Write {"key": ..., "operator": ..., "value": ...} or a group.`;
      return this.fault('filter.not_condition', message, path, node);
    }
    if (node.members.some(isGroupKey)) return this.group(node.members, path, node);
    if (node.members.some(isLeafKey)) return this.leaf(node.members, path, node);
    const message =
      'A condition has neither "key", "operator" and "value" nor exactly one of "and" and "or". Write one of them.';
    return this.fault('filter.not_condition', message, path, node);
  }

  private group(members: readonly JsonMember[], path: FaultPath, node: JsonNode): Group | null {
    this.duplicates(members, path);
    const groups = groupKeys.filter((kind) => members.some((member) => member.key === kind));
    if (groups.length === 2) {
      const message = 'A group has both "and" and "or". Keep one, and nest the other in it.';
      this.fault('filter.two_groups', message, path, node);
    }
    if (members.some(isLeafKey)) {
      const message =
        'A condition has both "key", "operator" or "value" and "and" or "or". Make it an item of the group.';
      this.fault('filter.mixed', message, path, node);
    }
    this.unknownKeys(members, [...groupKeys, ...leafKeys], path, 'A group has only "and" or "or"');
    const [read] = groups.map((kind) => {
      const value = members.find((member) => member.key === kind)?.value;
      const children = value === undefined ? null : this.children(kind, value, [...path, kind]);
      return children === null ? null : group(kind, children);
    });
    return read ?? null;
  }

  private children(kind: string, node: JsonNode, path: FaultPath): Condition[] | null {
    if (node.kind !== 'array') {
      const message = `"${kind}" is ${named(node)}. Write an array of conditions, also for a single one.`;
      return this.fault('filter.group_not_array', message, path, node);
    }
    if (node.items.length === 0) {
      const message = `"${kind}" is an empty array. Add at least one condition.`;
      return this.fault('filter.group_empty', message, path, node);
    }
    return node.items.flatMap((item, index) => this.condition(item, [...path, index]) ?? []);
  }

  private leaf(members: readonly JsonMember[], path: FaultPath, node: JsonNode): Leaf | null {
    this.duplicates(members, path);
    this.unknownKeys(members, leafKeys, path, 'A condition has only "key", "operator" and "value"');
    const [key, operator, value] = leafKeys.map((name) => {
      const found = members.find((member) => member.key === name)?.value;
      if (found === undefined) {
        const message = `A condition has no "${name}". It needs "key", "operator" and "value".`;
        this.fault('filter.missing_key', message, path, node);
      }
      return found;
    });
    const leaf = {
      key: key === undefined ? null : this.key(key, [...path, 'key']),
      operator: operator === undefined ? null : this.operator(operator, [...path, 'operator']),
      value: value === undefined ? null : this.value(value, [...path, 'value']),
    };
    if (leaf.key === null || leaf.operator === null || leaf.value === null) return null;
    return { key: leaf.key, operator: leaf.operator, value: leaf.value };
  }

  private key(node: JsonNode, path: FaultPath): string | null {
    if (node.kind === 'string') return node.value;
    const message = `"key" is ${named(node)}. Write the name of a log field.`;
    return this.fault('filter.key_not_string', message, path, node);
  }

  private operator(node: JsonNode, path: FaultPath): Operator | null {
    if (node.kind !== 'string') {
      const message = `"operator" is ${named(node)}. Write the name of an operator, such as "eq".`;
      return this.fault('filter.operator_not_string', message, path, node);
    }
    const rule = findOperator(node.value);
    if (rule !== undefined) return rule.operator;
    const names = operators.map((known) => known.operator);
    const fix = didYouMean(node.value, names, `Use one of ${names.join(', ')}.`);
    return this.fault('filter.unknown_operator', `There is no operator "${node.value}". ${fix}`, path, node);
  }

  private value(node: JsonNode, path: FaultPath): Scalar | Scalar[] | null {
    if (node.kind !== 'array') return this.scalar(node, path);
    return node.items.flatMap((item, index) => this.scalar(item, [...path, index]) ?? []);
  }

  private scalar(node: JsonNode, path: FaultPath): Scalar | null {
    if (node.kind === 'string' || node.kind === 'number' || node.kind === 'boolean') return node.value;
    const message = `A value is ${named(node)}. Write a string, or an array of strings or numbers for "in" and "!in".`;
    return this.fault('filter.value_kind', message, path, node);
  }

  private duplicates(members: readonly JsonMember[], path: FaultPath): void {
    const seen = new Set<string>();
    members.forEach((member) => {
      if (!seen.has(member.key)) {
        seen.add(member.key);
        return;
      }
      const message = `The key "${member.key}" appears twice in one object. Remove one.`;
      this.fault('filter.duplicate_key', message, [...path, member.key], member);
    });
  }

  private unknownKeys(
    members: readonly JsonMember[],
    known: readonly string[],
    path: FaultPath,
    rule: string,
  ): void {
    for (const member of members.filter(({ key }) => !known.includes(key))) {
      const message = `${rule}, but there is "${member.key}". ${didYouMean(member.key, known, 'Remove it.')}`;
      this.fault('filter.unknown_key', message, [...path, member.key], member);
    }
  }

  private fault(code: FaultCode, message: string, path: FaultPath, at: { readonly offset: number }): null {
    this.faults.push({ code, message, path, position: this.place(at.offset) });
    return null;
  }
}

function named(node: JsonNode): string {
  switch (node.kind) {
    case 'object':
    case 'array':
      return `an ${node.kind}`;
    case 'string':
      return `the string ${JSON.stringify(node.value)}`;
    case 'number':
      return `the number ${node.text}`;
    case 'boolean':
      return String(node.value);
    case 'null':
      return 'null';
    default:
      return node satisfies never;
  }
}

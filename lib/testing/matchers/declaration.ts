import { configOf, findStack, type AnyConstruct } from '../stack';
import { findMatch, type MatcherContext, type MatcherResult } from './matcher';
import { jsonOrText } from '../../ground/json';
import { own } from '../../ground/record';

interface Resource {
  readonly terraformResourceType: string;
  readonly friendlyUniqueId: string;
}

export function toDeclare(
  this: MatcherContext,
  received: unknown,
  constructClass: abstract new (...args: never[]) => object,
  props: object = {},
): MatcherResult {
  if (!isConstruct(received)) throw new TypeError('toDeclare: expects a stack, or an app with one stack.');
  const stack = findStack(received);
  const resources = configOf(stack).resource as Resources | undefined;
  const candidates = stack.node
    .findAll()
    .filter((each) => each instanceof constructClass)
    .flatMap((each) => resourceOf(each) ?? [])
    .map(({ terraformResourceType: type, friendlyUniqueId: id }) => ({
      label: `${type}.${id}`,
      value: comparable(own(own(resources, type), id) ?? {}),
    }));
  return findMatch(this, 'toDeclare', 'stack', {
    what: constructClass.name,
    nouns: [constructClass.name, constructClass.name],
    where: `the stack ${stack.node.id}`,
    candidates,
    expected: comparable(attributesOf(props)),
  });
}

type Resources = Readonly<Record<string, Readonly<Record<string, Attributes>>>>;
type Attributes = Readonly<Record<string, unknown>>;

/** A construct of this package contains its resource; one of a generated provider is a resource. */
function resourceOf(construct: object): Resource | undefined {
  const resource = 'resource' in construct ? construct.resource : construct;
  const isResource = typeof resource === 'object' && resource !== null && 'terraformResourceType' in resource;
  return isResource ? (resource as Resource) : undefined;
}

/** Props under the names of their attributes: `zoneId` is `zone_id`, and a filter in code is `filter`. */
function attributesOf(props: object): Attributes {
  return Object.fromEntries(
    Object.entries(props).map(([prop, value]: [string, unknown]) => {
      if (hasToJson(value)) return ['filter', value.toJson()];
      return [prop.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value];
    }),
  );
}

/** A filter as an object, so that the order of its keys has no meaning. */
function comparable(attributes: Attributes): Attributes {
  const { filter } = attributes;
  if (typeof filter !== 'string') return attributes;
  return { ...attributes, filter: jsonOrText(filter) };
}

function hasToJson(value: unknown): value is { toJson(): string } {
  return typeof value === 'object' && value !== null && 'toJson' in value && 'toExpression' in value;
}

function isConstruct(value: unknown): value is AnyConstruct {
  return typeof value === 'object' && value !== null && 'node' in value;
}

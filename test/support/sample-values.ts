import { isSettable, type Attribute, type Attributes, type Desired, type Value } from '../../lib/schema';

/** Values that an attribute takes, as far as its type and its words tell them. What stands for none comes last. */
export function samplesOf(attribute: Attribute): readonly Value[] {
  const { type, checks = [], serviceDefault, default: usual } = attribute;
  const words = checks.flatMap(({ allowed = [] }) => allowed);
  const candidates: readonly Value[] =
    type.kind === 'string'
      ? [...words, 'some-text', 'other-text']
      : type.kind === 'number'
        ? [30, 1000, 5_000_000, 1, 0]
        : type.kind === 'bool'
          ? [true, false]
          : [];
  const taken = candidates.filter((value) =>
    checks.every((check) => check(value, ['attribute']).length === 0),
  );
  const isNone = (value: Value) => [serviceDefault ?? usual, ''].includes(value);
  return [...taken.filter((value) => !isNone(value)), ...taken.filter(isNone)];
}

/** What the plan of a new object has where the configuration sets nothing: defaults, and null. */
export function omitted<A extends Attributes>(attributes: A): Desired<A> {
  const settable = Object.entries<Attribute>(attributes).filter(([, attribute]) => isSettable(attribute));
  return Object.fromEntries(
    settable.map(([name, attribute]) => [name, attribute.default ?? null]),
  ) as unknown as Desired<A>;
}

import * as edge from '../../../lib';
import { enumerations, enumMember } from '../../../lib/cli/import/write/enums';
import { resources } from '../../../lib/resources';
import type { Attributes } from '../../../lib/schema';

const exported = new Map<string, unknown>(Object.entries(edge));

it.each(Object.entries(enumerations))('the values of %s are members of %s', (attribute, enumeration) => {
  const members = Object.entries(exported.get(enumeration) ?? {}) as [string, string][];
  expect(members).not.toEqual([]);
  expect(members.map(([, value]) => enumMember(value))).toEqual(members.map(([member]) => member));
  expect(resources.flatMap(({ contract }) => namesIn(contract.attributes))).toContain(attribute);
});

function namesIn(attributes: Attributes): string[] {
  return Object.entries(attributes).flatMap(([name, { type }]) => [
    name,
    ...(type.kind === 'nested' ? namesIn(type.attributes) : []),
  ]);
}

import * as edge from '../../../lib';
import { enumMember } from '../../../lib/cli/project/objects/props';
import { codes } from '../../../lib/resources';
import type { Attributes } from '../../../lib/schema';

const exported = new Map<string, unknown>(Object.entries(edge));
const enums = codes.flatMap(({ contract, enums = {} }) =>
  Object.entries(enums).map(([attribute, enumeration]) => ({ contract, attribute, enumeration })),
);

it.each(enums)('the values of $contract.typeName.$attribute are members of $enumeration', (each) => {
  const members = Object.entries(exported.get(each.enumeration) ?? {}) as [string, string][];
  expect(members).not.toEqual([]);
  expect(members.map(([, value]) => enumMember(value))).toEqual(members.map(([member]) => member));
  expect(namesIn(each.contract.attributes)).toContain(each.attribute);
});

function namesIn(attributes: Attributes): string[] {
  return Object.entries(attributes).flatMap(([name, { type }]) => [
    name,
    ...(type.kind === 'nested' ? namesIn(type.attributes) : []),
  ]);
}

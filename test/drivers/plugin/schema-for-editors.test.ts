import { dataSources } from '../../../lib/data-sources';
import { configurationAttributes } from '../../../lib/drivers/configuration';
import { encodeSchema } from '../../../lib/drivers/plugin/wire/schema';
import type { Messages } from '../../../lib/drivers/plugin/wire/shapes';
import { functions } from '../../../lib/functions';
import { resources } from '../../../lib/resources';
import { withTimeouts, type Attribute, type Attributes } from '../../../lib/schema';

interface Row {
  readonly path: string;
  readonly attribute: Attribute;
  readonly sent: Messages['Attribute'];
}

const tables: readonly (readonly [string, Attributes])[] = [
  ['the provider', configurationAttributes],
  ...resources.map(({ contract }) => [contract.typeName, withTimeouts(contract).attributes] as const),
  ...dataSources.map(({ contract }) => [contract.typeName, contract.attributes] as const),
];

/** All attributes at every depth, as the contract has them and as Terraform gets them. */
function rowsOf(attributes: Attributes, sent: readonly Messages['Attribute'][], prefix = ''): Row[] {
  return Object.entries(attributes).flatMap(([name, attribute]): Row[] => {
    const found = sent.find((each) => each.name === name);
    if (found === undefined) throw new Error(`${prefix}${name} is not sent`);
    const path = `${prefix}${name}`;
    const { type } = attribute;
    const inner =
      type.kind === 'nested' ? rowsOf(type.attributes, found.nestedType?.attributes ?? [], `${path}.`) : [];
    return [{ path, attribute, sent: found }, ...inner];
  });
}

describe.each(tables)('what editors show of %s', (_, attributes) => {
  const rows = rowsOf(attributes, encodeSchema(attributes, 0, '').block.attributes);
  const failing = (isRight: (row: Row) => boolean) =>
    rows.filter((row) => !isRight(row)).map(({ path, sent }) => `${path}: ${sent.description}`);

  it('is a sentence in markdown for every attribute', () => {
    expect(
      failing(({ sent }) => sent.descriptionKind === 1 && /^[A-Z][^]*\.$/.test(sent.description)),
    ).toEqual([]);
  });

  it('names every allowed value', () => {
    const words = ({ attribute }: Row) => (attribute.checks ?? []).flatMap(({ allowed = [] }) => allowed);
    const names = (text: string, word: string) =>
      text.includes(word === '' ? 'an empty string' : `\`${word}\``);
    expect(failing((row) => words(row).every((word) => names(row.sent.description, word)))).toEqual([]);
  });

  it('marks what is deprecated, and names what to use', () => {
    expect(
      failing(({ sent }) => (sent.deprecated === true) === sent.description.includes(' Deprecated: use `')),
    ).toEqual([]);
  });

  it('has names and no marks left open', () => {
    expect(failing(({ sent }) => sent.description.split('`').length % 2 === 1)).toEqual([]);
  });
});

describe('what editors show of the functions', () => {
  it.each(functions.map((each) => [each.name, each] as const))('is complete for %s', (_, each) => {
    const parameters = [...each.parameters, ...(each.optional === undefined ? [] : [each.optional])];
    for (const text of [
      each.summary,
      each.description,
      ...parameters.map(({ description }) => description),
    ]) {
      expect(text).toMatch(/^[A-Z][^]*\.$/);
      expect(text.split('`').length % 2).toBe(1);
    }
    expect(each.examples.length).toBeGreaterThan(0);
  });
});

import { Testing, TerraformStack } from 'cdktf';
import fc from 'fast-check';
import { EdgeDriver, EdgeProvider } from '../../../lib';
import { ProvisionerElements } from '../../../lib/drivers/provisioner/element';
import { parseTriggers, readAttributes, type Triggers } from '../../../lib/drivers/provisioner/request';
import { secretTexts } from '../../../lib/drivers/provisioner/secrets';
import {
  defineContract,
  equalObjects,
  listOf,
  number,
  optional,
  setOf,
  string,
  type Attributes,
  type ObjectValue,
} from '../../../lib/schema';
import { objectAt, synth } from '../../constructs/support';
import { describeAll } from '../../support/handler-harness';
import { anyAttributes, anyObject } from '../../schema/arbitraries';

const about = { description: 'x' };

describe('the attributes of triggers', () => {
  /** The triggers of an element with these attributes, as Terraform hands them to the runner. */
  function triggersOf(attributes: Attributes, given: ObjectValue): Triggers {
    const stack = new TerraformStack(Testing.app(), 'stack');
    new EdgeProvider(stack, 'edge', { driver: EdgeDriver.PROVISIONER });
    const contract = defineContract({ typeName: 'edge_thing', version: 0, description: 'x', attributes });
    new ProvisionerElements({}).declare({
      construct: stack,
      logicalId: 'it',
      contract,
      meta: {},
      isRetired: false,
      faultsWithoutState: () => [],
      attributes: () => given,
    });
    const triggers = objectAt(synth(stack), 'resource', 'null_resource', 'it', 'triggers');
    const texts = Object.entries(triggers);
    return Object.fromEntries(texts.map(([name, text]) => [name, withoutEscapes(String(text))]));
  }

  it('equal the values of the element', () => {
    const given = anyAttributes.chain((attributes) =>
      fc.tuple(fc.constant(attributes), anyObject(attributes, { unknowns: false })),
    );
    fc.assert(
      fc.property(given, ([attributes, object]) => {
        const { values, faults } = readAttributes(attributes, triggersOf(attributes, withEscapes(object)));
        expect(faults).toEqual([]);
        expect(equalObjects(attributes, values, distinct(attributes, object))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('are strings verbatim, and everything else from JSON', () => {
    const attributes = { text: optional(string, about), names: optional(setOf(string), about) };
    expect(readAttributes(attributes, { text: '["a"]', names: '["a"]' }).values).toEqual({
      text: '["a"]',
      names: ['a'],
    });
  });

  it('omit nulls and unknown names', () => {
    const attributes = { text: optional(string, about), count: optional(number, about) };
    const triggers = { text: null, count: 'null', 'edge:type': 'edge_thing', other: 'x' };
    expect(readAttributes(attributes, triggers)).toEqual({ values: { count: null }, faults: [] });
  });

  it('fail with text that is not JSON, by the expected type', () => {
    const { faults } = readAttributes({ sizes: optional(listOf(number), about) }, { sizes: 'large' });
    expect(describeAll(faults)).toEqual([
      'error at sizes: Wrong type: The value is "large". It must be a list: correct the expression that it comes from.',
    ]);
  });
});

describe('the input of the runner', () => {
  it('is a map of strings and nulls', () => {
    expect(parseTriggers('{"a":"1","b":null}', 'X')).toEqual({ a: '1', b: null });
  });

  it.each([
    ['no JSON', '{', 'is not JSON'],
    ['a list', '[]', 'is not an object'],
    ['nothing', 'null', 'is not an object'],
    ['a value that is not a string', '{"a":1}', 'has no string at "a"'],
  ])('fails as %s, with the name of the variable', (_, text, fault) => {
    expect(() => parseTriggers(text, 'EDGE_RESOURCE_ATTRIBUTES')).toThrow(
      `Invalid call of the runner: EDGE_RESOURCE_ATTRIBUTES ${fault}. Deploy the stack that was synthesized with this runner; do not call it yourself.`,
    );
  });
});

describe('the strings in secrets', () => {
  it('are found at any depth, raw and JSON-escaped', () => {
    const secrets = {
      token: 'to"ken',
      keys: JSON.stringify({ id: 'k\\1', list: ['k2', 12345] }),
      none: null,
    };
    expect(secretTexts(secrets)).toEqual(
      expect.arrayContaining(['to"ken', 'to\\"ken', 'k\\1', 'k\\\\1', 'k2', '12345', secrets.keys]),
    );
  });
});

/** A text of a configuration is a template: what would begin an expression is doubled. */
function withEscapes(value: ObjectValue): ObjectValue {
  return JSON.parse(JSON.stringify(value).replaceAll(/[$%](?=\{)/g, '$&$&')) as ObjectValue;
}

function withoutEscapes(text: string): string {
  return text.replaceAll(/([$%])\1(?=\{)/g, '$1');
}

/** The object as Terraform has it: no set holds a value twice. */
function distinct(attributes: Attributes, object: ObjectValue): ObjectValue {
  const triggers = Object.entries(object).map(([name, value]) => [
    name,
    attributes[name]?.type.kind === 'string' ? value : JSON.stringify(value),
  ]);
  return readAttributes(attributes, Object.fromEntries(triggers) as Triggers).values;
}

import fc from 'fast-check';
import { toExpression } from '../../lib/drivers/provisioner/hcl';
import { describeWithTerraform, makeTerraformFolder, TerraformDir } from '../support/terraform';

/** Texts are compared as Terraform has them: in normal form C. */
const literal = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(
        '"',
        '\\',
        '\n',
        '\r',
        '\t',
        '$',
        '%',
        '{',
        '}',
        '$${',
        '%%{',
        "'",
        '#',
        '/*',
        '~',
        '<<E',
      ),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 2 }),
    ),
    maxLength: 8,
  })
  .map((text) => text.normalize('NFC'));

const interpolation = fc.constantFrom(
  '${var.word}',
  '${var.number}',
  '${ upper( "a\\"}" ) }',
  '${join("${var.word}}", ["{", "\\\\", "b\\n"])}',
  '${{ a = { "}" = "\\"" } }.a["}"]}',
  '${"$${not} %%{this} ${"${var.word}"}"}',
  '${~ var.word ~}',
  '${[for each in ["a", "b"] : "${each}\\"}"][1]}',
  '%{ if var.number > 1 }"more"%{ else }\\less%{ endif }',
  '%{ for each in ["a", "b"] }${each}\n%{ endfor }',
  '$${var.word}',
  '$$$$${var.word}',
  '%%%%{ if var.word }',
  '${var.number > 1 ?\n  "two lines" :\n  "}"}',
);

/** A value of Terraform's JSON syntax, whose texts are templates. */
function valuesOf(text: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  return fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      text,
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }).map((each) => each + 0),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      // Keys that are told apart by their beginning, whatever the templates in them come to.
      fc
        .array(fc.tuple(text, tie('value')), { maxLength: 4 })
        .map((entries) => Object.fromEntries(entries.map(([key, value], at) => [`${at} ${key}`, value]))),
    ),
  })).value;
}

/** Behind a carriage return Terraform overlooks an interpolation, in its JSON syntax alone. */
const template = fc
  .array(
    fc.oneof(
      literal.map((text) => closed(text.replaceAll('\r', ''))),
      interpolation,
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(''));

/** A text that begins no interpolation, whatever comes behind it. */
function closed(text: string): string {
  return text.replaceAll(/[$%]+(?=\{)/g, '$$$$').replace(/[$%]+$/, '');
}

describeWithTerraform('the expression of a value', () => {
  const folder = makeTerraformFolder();
  const dir = new TerraformDir(folder.path);
  afterAll(() => {
    folder.remove();
  });

  /** Each value as Terraform reads it in its JSON syntax, and as it works out the expression. */
  async function evaluate(values: readonly unknown[]): Promise<{ read: unknown; evaluated: unknown }[]> {
    dir.configure({
      variable: { word: { default: 'a "word" }' }, number: { default: 12 } },
      output: {
        read: { value: values },
        evaluated: { value: values.map((value) => `\${jsonencode(${toExpression(value)})}`) },
      },
    });
    await dir.apply();
    const { stdout } = await dir.run(['output', '-json']);
    const { read, evaluated } = JSON.parse(stdout) as {
      read: { value: unknown[] };
      evaluated: { value: string[] };
    };
    return read.value.map((each, at) => ({
      read: each,
      evaluated: JSON.parse(evaluated.value[at] ?? '') as unknown,
    }));
  }

  it('is the value, where it has nothing to work out', async () => {
    const plain = literal.map((text) => text.replaceAll(/[$%]+(?=\{)/g, ''));
    const values = fc.array(valuesOf(plain), { minLength: 60, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(values, async (given) => {
        for (const [at, { evaluated }] of (await evaluate(given)).entries())
          expect(evaluated).toEqual(given[at]);
      }),
      { numRuns: 4 },
    );
  });

  it('takes no more white space at a strip mark than Terraform does in JSON', async () => {
    const spaces = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', 'a'), maxLength: 5 });
    const marks = fc.constantFrom('${~ var.word ~}', '${~ var.word }', '%{~ if true ~}', '$${~', '${""}');
    const text = fc.array(fc.tuple(spaces, marks), { minLength: 1, maxLength: 3 }).chain((parts) =>
      spaces.map((last) => {
        const texts = parts.flat().join('') + last;
        return texts + '%{ endif ~}\n \n'.repeat(texts.split('%{~ if').length - 1);
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 200, maxLength: 200 }), async (given) => {
        for (const { read, evaluated } of await evaluate(given)) expect(evaluated).toEqual(read);
      }),
      { numRuns: 2, examples: [[['${~ var.word ~}\n\t', '\n\t${~ var.word ~}']]] },
    );
  });

  it('is what Terraform makes of the value, with interpolations and escapes in it', async () => {
    const values = fc.array(valuesOf(template), { minLength: 60, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(values, async (given) => {
        for (const { read, evaluated } of await evaluate(given)) expect(evaluated).toEqual(read);
      }),
      { numRuns: 4 },
    );
  });
});

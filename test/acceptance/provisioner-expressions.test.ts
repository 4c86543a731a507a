import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fn, TerraformVariable, Token, type TerraformStack } from 'cdktf';
import { EdgeDriver, LogFilter, LogpushJob, type LogpushJobProps } from '../../lib';
import { parseJson } from '../../lib/ground/json';
import type { Written } from '../../lib/hcl/template';
import { toCode } from '../../lib/hcl/to-expression';
import { filterToSend } from '../../lib/logs';
import { pick, textAt } from '../emulator/support';
import { accountId, listOf } from '../support/edge-stack';
import { describeWithNullProvider } from '../support/null-provider/mirror';
import { startProvisionerStack, type ProvisionerStack } from '../support/provisioner-stack';
import { describeWithTerraform, TerraformDir } from '../support/terraform';
import { makeFolder } from '../support/folder';

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
      // Keys with distinct prefixes, whatever their templates evaluate to.
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

/** What is between strip marks and interpolations. */
const spaces = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', 'a'), maxLength: 5 });
const strips = fc
  .array(
    fc.tuple(spaces, fc.constantFrom('${~ var.word ~}', '${~ var.word }', '%{~ if true ~}', '$${~', '${""}')),
    { minLength: 1, maxLength: 3 },
  )
  .chain((parts) =>
    spaces.map((last) => {
      const text = parts.flat().join('') + last;
      return text + '%{ endif ~}\n \n'.repeat(text.split('%{~ if').length - 1);
    }),
  );

const given = {
  plain: fc.sample(valuesOf(literal.map((text) => text.replaceAll(/[$%]+(?=\{)/g, ''))), 240),
  strips: ['${~ var.word ~}\n\t', '\n\t${~ var.word ~}', ...fc.sample(strips, 400)],
  templates: fc.sample(valuesOf(template), 240),
};
type Group = keyof typeof given;

describeWithTerraform('the expression of a value', () => {
  const folder = makeFolder();
  const dir = new TerraformDir(folder);
  let outputs: Record<string, { value: unknown[] }>;
  // One configuration for all values: each Terraform process costs as much as thousands of them.
  beforeAll(async () => {
    dir.configure({
      variable: { word: { default: 'a "word" }' }, number: { default: 12 } },
      output: Object.fromEntries(
        Object.entries(given).flatMap(([group, values]) => [
          [`${group}_read`, { value: values }],
          [
            `${group}_evaluated`,
            { value: values.map((value) => `\${jsonencode(${toCode(value as Written)})}`) },
          ],
        ]),
      ),
    });
    await dir.apply();
    ({ outputs } = JSON.parse(readFileSync(join(dir.path, 'terraform.tfstate'), 'utf8')) as {
      outputs: typeof outputs;
    });
  });

  /** Each value as Terraform reads it in its JSON syntax. */
  const read = (group: Group) => outputs[`${group}_read`]?.value;
  const evaluated = (group: Group) =>
    outputs[`${group}_evaluated`]?.value.map((text) => JSON.parse(String(text)) as unknown);

  it('equals the value without interpolations', () => {
    expect(evaluated('plain')).toEqual(given.plain);
  });

  it('strips the same white space at a strip marker as Terraform does in JSON', () => {
    expect(evaluated('strips')).toEqual(read('strips'));
  });

  it('evaluates as in Terraform, with interpolations and escapes', () => {
    expect(evaluated('templates')).toEqual(read('templates'));
  });
});

/** The values of one deploy: literals, or variables of Terraform with the same values. */
interface Given {
  readonly text: (at: number) => string;
  readonly number: number;
  readonly list: string[];
  readonly numbers: number[];
}

/** Texts that JSON, HCL or a template would read in another way. */
const texts = [
  ...['a\nb', 'C:\\new', '\\u0041', 'x"},{"key":"RayID","operator":"eq","value":"y', '<&>', '${x}', '%{if}'],
  ...['$${x} %%{if} $$', '"', '\u{1F980}\u2028e\u0301', '\t\r\u0001\u007f', ' 007 ', 'true', '1e3'],
];
const values = { number: 429, list: ['x"y', 'a', '<', 'a'], numbers: [503, 18] };
const literals: Given = { ...values, text: (at) => texts[at] ?? '' };

function variablesOf(stack: TerraformStack): Given {
  const all = new TerraformVariable(stack, 'texts', { type: 'list(string)' });
  const variable = (id: string, type: string) => new TerraformVariable(stack, id, { type });
  return {
    text: (at) => Fn.element(all.listValue, at) as string,
    number: variable('number', 'number').numberValue,
    list: variable('list', 'list(string)').listValue,
    numbers: Token.asNumberList(variable('numbers', 'list(number)').fqn),
  };
}

const path = LogFilter.field('ClientRequestPath');
const status = LogFilter.field('EdgeResponseStatus');
const country = LogFilter.field('ClientCountry');
const conditions = ({ text }: Given) => texts.map((_, at) => path.contains(text(at)));
const filters: readonly ((given: Given) => Pick<LogpushJobProps, 'where' | 'filter'>)[] = [
  (given) => ({ where: LogFilter.anyOf(...conditions(given).slice(0, 7)) }),
  (given) => ({ where: LogFilter.allOf(...conditions(given).slice(7)) }),
  ({ text }) => ({ where: path.notStartsWith(`"${text(0)}\\<${text(4)}\n${text(3)}$`) }),
  ({ number }) => ({ where: status.atLeast(number) }),
  ({ number, numbers }) => ({ where: status.in([200, number, ...numbers]).not() }),
  ({ text, number, list }) => ({ where: country.in([text(4), number, 'nl', ...list]) }),
  ({ text }) => ({ where: LogFilter.fromExpression(`ClientRequestPath contains "${text(12)}"`) }),
  ({ text, number }) => {
    const set = { key: 'EdgeResponseStatus', operator: 'in', value: [number, 200] };
    const scalar = { value: text(3), operator: 'contains', key: 'ClientRequestPath' };
    return { filter: JSON.stringify({ where: { or: [set, scalar] } }) };
  },
];
const zones = filters.map((_, at) => String(at).repeat(32));

describeWithNullProvider('jobs whose filters have values of variables', () => {
  let edge: ProvisionerStack;
  beforeEach(async () => {
    const accounts = [{ id: accountId, name: 'Example' }];
    const plan = 'enterprise';
    const places = zones.map((id) => ({ id, account_id: accountId, name: `z${id}.example`, plan }) as const);
    edge = await startProvisionerStack({}, {}, { fixture: { accounts, zones: places } });
  });

  /** In each zone two jobs with the same filter: one with literals, one with variables. */
  const declare = (driver: EdgeDriver, names: { readonly literal: string; readonly variable: string }) => {
    edge.declare(
      (stack) => {
        const variables = variablesOf(stack);
        for (const [at, make] of filters.entries())
          for (const [name, given] of [
            [names.literal, literals],
            [names.variable, variables],
          ] as const)
            new LogpushJob(stack, `${name}-${at}`, {
              zoneId: zones[at] ?? '',
              name,
              destinationConf: `https://logs.example.com/${name}`,
              fields: ['RayID'],
              ...make(given),
            });
      },
      { driver },
    );
    edge.dir.write('terraform.tfvars.json', JSON.stringify({ texts, ...values }));
  };
  const stored = async (name: string) => {
    const lists = await Promise.all(
      zones.map((id) => edge.emulator.result('GET', `/zones/${id}/logpush/jobs`)),
    );
    return lists.map((list) => {
      const job = listOf(list).find((each) => pick(each, 'name') === name);
      return textAt(job, 'filter');
    });
  };

  it.each([EdgeDriver.PLUGIN, EdgeDriver.PROVISIONER])(
    'are stored by the %s as with literals, and a change between the two changes nothing',
    async (driver) => {
      declare(driver, { literal: 'a', variable: 'b' });
      await edge.dir.init();
      await edge.dir.apply();
      const before = await stored('a');
      expect(await stored('b')).toEqual(before);
      expect(before.map(filterToSend)).toEqual(before);
      const found = before.slice(0, 2).flatMap((text) => {
        const where = pick(parseJson(text), 'where');
        return listOf(pick(where, 'or') ?? pick(where, 'and')).map((each) => textAt(each, 'value'));
      });
      expect(found.sort()).toEqual(texts.map((text) => text.normalize('NFC')).sort());
      expect((await edge.dir.plan()).changes).toBe(0);
      await edge.writes();

      declare(driver, { literal: 'b', variable: 'a' });
      // The trigger of a step is the text, so Terraform runs the step where jsonencode writes another one.
      if (driver === EdgeDriver.PLUGIN) expect((await edge.dir.plan()).changes).toBe(0);
      else await edge.dir.apply();
      expect(await edge.writes()).toEqual([]);
      expect([await stored('a'), await stored('b')]).toEqual([before, before]);
    },
  );
});

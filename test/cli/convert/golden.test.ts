import { join } from 'node:path';
import { fieldsOf, parseJson } from '../../../lib/ground/json';
import { readContent } from '../../../lib/hcl/content';
import { convertGolden, expectedOf, goldenCases, shownOf } from '../../support/golden-conversion';
import { synthesize } from './synthesize';
import { expectFiles } from '../../support/folder';

const cases = goldenCases.flatMap((each) => each.languages.map((language) => ({ ...each, language })));

describe('code of the folders in test/convert', () => {
  it.each(cases)('is converted as expected: $name, to $language', async (each) => {
    const shown = shownOf(each, each.language, await convertGolden(each, each.language));
    expectFiles(join(each.folder, expectedOf[each.language]), shown);
  });

  const underValues = cases.flatMap((each) => each.values.map((tried) => ({ ...each, tried })));
  it.each(underValues)('is the same under other values: $name with $tried, in $language', async (each) => {
    // What is said beside the code tells of values.
    const codeOf = async (varFiles: readonly string[]) =>
      [...(await convertGolden(each, each.language, varFiles))]
        .filter(([path]) => path !== 'CONVERSION.md')
        .map(([path, text]) => [path, text.replace(/^ *(?:#|\/\/).*\n/gm, '')]);
    const file = join(each.folder, 'values', `${each.tried}.tfvars`);
    expect(await codeOf([file])).toEqual(await codeOf([]));
  });

  it.each(cases.filter(({ language }) => language === 'typescript'))(
    'synthesizes in TypeScript what HCL has, without a warning: $name',
    async (each) => {
      const { stack, warnings } = synthesize(await convertGolden(each, 'typescript'));
      expect(warnings).toEqual([]);
      const hcl = [...(await convertGolden(each, 'hcl'))]
        .filter(([path]) => /^[^/]+\.tf(?:\.json)?$/.test(path))
        .map(([path, text]) => fieldsOf(path.endsWith('.json') ? parseJson(text) : readContent(path, text)));
      expect(attributesOf(stack.resource)).toEqual(
        Object.assign({}, ...hcl.map(({ resource }) => attributesOf(resource))),
      );
    },
  );
});

/** The names of the attributes of each new resource, by address. The constructs have `fields` beside their order in the options too. */
function attributesOf(resources: unknown): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(fieldsOf(resources)).flatMap(([type, byName]) =>
      Object.entries(fieldsOf(byName)).flatMap(([name, written]) => {
        const [body] = Array.isArray(written) ? (written as unknown[]) : [written];
        const names = Object.keys(fieldsOf(body)).filter((each) => !['//', 'fields'].includes(each));
        return type.startsWith('edge_') ? [[`${type}.${name}`, names.sort()]] : [];
      }),
    ),
  );
}

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { convertGolden, expectedOf, goldenCases, readFiles } from '../../support/golden-conversion';
import { writeFiles } from './old-folder';

const cases = goldenCases.flatMap((each) => each.languages.map((language) => ({ ...each, language })));

/** `UPDATE=1` writes what is expected. */
const isUpdate = process.env.UPDATE === '1';

describe('code of the folders in test/convert', () => {
  it.each(cases)('is converted as expected: $name, to $language', async (each) => {
    const written = await convertGolden(each, each.language);
    const folder = join(each.folder, expectedOf[each.language]);
    if (isUpdate) {
      rmSync(folder, { recursive: true, force: true });
      writeFiles(folder, written);
    }
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(readFiles(folder)));
  });

  const underValues = cases.flatMap((each) => each.values.map((tried) => ({ ...each, tried })));
  it.each(underValues)('is the same under other values: $name with $tried, in $language', async (each) => {
    const pages = ['CONVERSION.md', 'README.md'];
    // What is said beside the code tells of values.
    const codeOf = async (varFiles: readonly string[]) =>
      [...(await convertGolden(each, each.language, varFiles))]
        .filter(([path]) => !pages.includes(path))
        .map(([path, text]) => [path, text.replace(/^ *(?:#|\/\/).*\n/gm, '')]);
    const file = join(each.folder, 'values', `${each.tried}.tfvars`);
    expect(await codeOf([file])).toEqual(await codeOf([]));
  });
});

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
});

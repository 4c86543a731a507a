import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constructPropsFiles } from '../../scripts/construct-props';

const root = join(__dirname, '../..');
const files = constructPropsFiles();

describe('the props and outputs of constructs', () => {
  it.each([...files.keys()])('in %s are generated from the contract as it is', (path) => {
    expect(readFileSync(join(root, path), 'utf8')).toBe(files.get(path));
  });

  const text = [...files.values()].join('\n');

  it('have the names of code, also in their comments', () => {
    expect(text).toContain(
      '`requestHeaders`, `responseHeaders` and `cookies` together hold at most 40 names',
    );
    expect(text).toContain('`OnIneligible.SKIP` leaves the');
    expect(text).toContain('Dataset to deliver: one of `LogDataset`, or one that came after');
    expect(text).toContain('Log fields of each line, such as `LogField.RayID`');
    expect(text).toContain('see `CustomFieldsRuleset`');
    expect(text).toContain('Kind of the job: `JobKind.EDGE` for');
    expect(text).not.toMatch(/\* .*`(?!logpull_options`|output_options` of the API)[a-z]+_[a-z_]+`/);
  });
});

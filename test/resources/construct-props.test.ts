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
    expect(text).not.toMatch(/\* .*`(?!http_requests)[a-z]+_[a-z_]+`/);
  });

  it('say what an omitted prop means', () => {
    expect(text).toContain('   * @default - all rules of the ruleset\n   */\n  readonly ruleIds?: string[];');
    expect(text).toContain(
      '   * @default - OnIneligible.FAIL\n   */\n  readonly onIneligible?: OnIneligible;',
    );
    const optional = text.match(/^ {2}readonly \w+\?/gm) ?? [];
    expect(text.match(/@default - \S/g)).toHaveLength(optional.length);
    expect(text).not.toContain('If omitted');
  });

  it('are outputs where the service sets them', () => {
    expect(text).toMatch(/get lossReport\(\): string\[\] \{\n.*getListAttribute\('status\.loss_report'\)/);
    expect(text).toMatch(/get legacyPoolCount\(\): number \{\n.*getNumberAttribute\('legacy_pool_count'\)/);
    expect(text).toContain('An output of it needs `sensitive: true`.');
  });
});

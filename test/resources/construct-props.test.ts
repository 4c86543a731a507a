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

  it('say what an omitted prop means', () => {
    expect(text).toContain('   * @default - all rules of the ruleset\n   */\n  readonly ruleIds?: string[];');
    expect(text).toContain(
      '   * @default - OnIneligible.FAIL\n   */\n  readonly onIneligible?: OnIneligible;',
    );
    const optional = text.match(/^ {2}readonly \w+\?/gm) ?? [];
    expect(text.match(/@default - \S/g)).toHaveLength(optional.length);
    expect(text).not.toContain('If omitted');
  });

  it('take objects and the names of fields and datasets where a configuration in HCL has texts', () => {
    expect(text).toContain('  readonly fields?: LogFieldName[];');
    expect(text).toContain('  readonly dataset?: LogDatasetName;');
    expect(text).toContain('  readonly output?: LogOutput;');
    expect(text).toMatch(
      /Give either this or\n {3}\* `filter`\.\n(?: {3}\*.*\n)+ {2}readonly where\?: LogFilter;/,
    );
    expect(text).toContain('Give either this, `zoneName`, `accountId` or\n   * `accountName`.');
  });

  it('say what is deprecated, what replaces the object, and what belongs in a variable', () => {
    expect(text).toMatch(/@deprecated use `maxUploadBytes`(?:.*\n)+? {2}readonly frequency\?: JobFrequency;/);
    expect(text).toMatch(/A\s+\*?\s*change replaces the object\.(?:.*\n)+? {2}readonly dataset\?/);
    expect(text).toContain('Pass a `SecretVariable`, not a literal.');
  });

  it('are outputs where the service sets them', () => {
    expect(text).toMatch(/get lossReport\(\): string\[\] \{\n.*getListAttribute\('status\.loss_report'\)/);
    expect(text).toMatch(/get legacyPoolCount\(\): number \{\n.*getNumberAttribute\('legacy_pool_count'\)/);
    expect(text).toContain('An output of it needs `sensitive: true`.');
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertFindings } from '../lib/cli/convert/findings';
import { poolFindings } from '../lib/pools';
import { migrationFindings } from '../lib/resources/waf-migration/findings';
import { lossFindings, ruleFindings } from '../lib/waf';

const root = join(__dirname, '..');
const listed = [...readFileSync(join(root, 'docs', 'errors.md'), 'utf8').matchAll(/^\| `([^`]+)` +\|/gm)].map(
  ([, code = '']) => code,
);

function readSources(folder: string): string[] {
  return readdirSync(join(root, 'lib', folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(root, 'lib', folder, name), 'utf8'));
}

/** Codes of tables, and as other sources spell them: whole, or after `this.fault(` in the reader of filters, which puts the room before. */
function findCodes(): string[] {
  const sources = ['logs', 'client', 'emulator'].flatMap(readSources).join('\n');
  const whole =
    /'(EDGE_(?!BASE_URL|API_)[A-Z_]+|EDGE_API|(?:dataset|fields|filter|logpull_options|output_options|destination|custom_fields)\.[a-z_]+)'/g;
  const inReader = /this\.fault\(\s*'([a-z_]+)'/g;
  return [
    ...Object.keys({
      ...poolFindings,
      ...convertFindings,
      ...ruleFindings,
      ...lossFindings,
      ...migrationFindings,
    }),
    ...[...sources.matchAll(whole)].map(([, code = '']) => code),
    ...[...sources.matchAll(inReader)].map(([, code = '']) => `filter.${code}`),
  ];
}

describe('docs/errors.md', () => {
  const found = new Set(findCodes());

  it('lists every code of the sources', () => {
    expect([...found].filter((code) => !listed.includes(code))).toEqual([]);
  });

  it('lists no unknown code, and none twice', () => {
    expect(listed.filter((code) => !found.has(code))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.length).toBeGreaterThan(60);
  });
});

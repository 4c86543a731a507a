import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertFindings } from '../lib/cli/convert/findings';
import { stateFindings } from '../lib/drivers/plugin/state-check';
import { faults } from '../lib/logs/fault-codes';
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

/** Codes of tables, and of errors as the client and the emulator spell them. */
function findCodes(): string[] {
  const sources = ['client', 'emulator'].flatMap(readSources).join('\n');
  return [
    ...Object.keys({
      ...poolFindings,
      ...convertFindings,
      ...ruleFindings,
      ...lossFindings,
      ...migrationFindings,
      ...stateFindings,
    }),
    ...Object.values(faults).flatMap(Object.keys),
    ...[...sources.matchAll(/'(EDGE_(?!BASE_URL|API_)[A-Z_]+|EDGE_API)'/g)].map(([, code = '']) => code),
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

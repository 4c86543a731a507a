import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { buildProgram } from '../../lib/cli/program';
import { accountId, start, type Running } from '../emulator/support';
import { history } from './import/world';
import { runInProcess, setEnvironment } from './support';
import { ids, zones } from './waf/zones';

const folder = mkdtempSync(join(tmpdir(), 'edge-json-'));
const at = (name: string) => join(folder, name);

/** A call of every command that has `--json`. */
const calls: Readonly<Record<string, readonly string[]>> = {
  convert: [at('old'), '--out', at('new'), '--language', 'hcl', '--offline'],
  'logs check': ['BotScore < 30'],
  'logs preview': ['--filter', 'BotScore < 30', '--fields', 'RayID', '--count'],
  'logs fields': ['http_requests'],
  'logs ownership': ['--zone', ids.messy, '--destination', 's3://logs/http?region=eu-central-1'],
  'pools audit': ['--account', accountId],
  'pools survey': ['--all', '--out', at('pools.json')],
  'provider doctor': [],
  'waf check': ['--zone', ids.messy],
  'waf survey': ['--all', '--out', at('survey.json')],
  'waf report': ['--zone', ids.messy],
  'waf review': ['--zone', ids.validation],
  'waf waves status': ['--dir', at('waves')],
};

/** The commands with `--json`, by their full name. */
function withJson(commands: readonly Command[], before = ''): string[] {
  return commands.flatMap((command) => {
    const name = `${before}${command.name()}`;
    const own = command.options.some(({ long }) => long === '--json') ? [name] : [];
    return [...own, ...withJson(command.commands, `${name} `)];
  });
}

describe('--json', () => {
  let emulator: Running;
  beforeAll(async () => {
    emulator = await start({ fixture: { ...history, zones: [...zones] } });
    setEnvironment({ EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: emulator.token });
    await runInProcess(undefined, 'waf', 'survey', '--all', '--out', at('survey.json'));
    await runInProcess(undefined, 'waf', 'waves', '--from', at('survey.json'), '--out', at('waves'));
  });
  afterAll(async () => {
    await emulator.close();
    setEnvironment({});
    rmSync(folder, { recursive: true });
  });

  it('is called here of every command that has it', () => {
    expect(Object.keys(calls)).toEqual(withJson(buildProgram().commands));
  });

  it.each(Object.entries(calls))('prints one object with a version: %s', async (name, parameters) => {
    if (name === 'convert') {
      const { mkdirSync } = await import('node:fs');
      mkdirSync(at('old'));
      writeFileSync(at('old/main.tf'), 'resource "cloudflare_waf_package" "a" {\n  zone_id = "x"\n}\n');
    }
    const { stdout, stderr } = await runInProcess('', ...name.split(' '), ...parameters, '--json');
    expect({ stderr, document: JSON.parse(stdout || 'null') as unknown }).toMatchObject({
      document: { version: 1 },
    });
    expect(stdout).toMatch(/^\{\n {2}"version": 1,\n/);
  });
});

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TerraformStack, TerraformVariable, Testing } from 'cdktf';
import * as constructs from '../lib';
import { typescriptOn } from '../scripts/docs/blocks';
import type { Stack } from '../scripts/docs/examples';

const root = join(__dirname, '..');

describe('the recipes of docs/destinations.md', () => {
  const recipes = typescriptOn(readFileSync(join(root, 'docs/destinations.md'), 'utf8')).filter((code) =>
    code.includes('zoneId'),
  );

  it.each(recipes.map((code) => [/name: '([\w-]+)'/.exec(code)?.[1] ?? '', code]))(
    'synthesize %s without a warning',
    (name, code) => {
      const stack = new TerraformStack(Testing.app(), 'logs');
      new constructs.EdgeProvider(stack, 'edge');
      const names = { ...constructs, TerraformVariable, stack, zoneId: 'e'.repeat(32) };
      // oxlint-disable-next-line typescript/no-implied-eval -- code of the page
      const run = new Function(...Object.keys(names), code) as (...given: unknown[]) => void;
      run(...Object.values(names));
      const notes = stack.node.findAll().flatMap(({ node }) => node.metadata);
      expect(notes.filter(({ type }) => type !== 'stacktrace')).toEqual([]);
      const { resource } = JSON.parse(Testing.synth(stack, true)) as Stack;
      expect(resource?.edge_logpush_job).toMatchObject({ [name]: { name } });
    },
  );
});

describe('the guide', () => {
  const start = process.cwd();
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'guide-'));
    writeFileSync(join(folder, 'pools.json'), JSON.stringify(audit));
    process.chdir(folder);
  });
  afterEach(() => {
    process.chdir(start);
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(guideFiles('.ts'))('has the app %s, which synthesizes', async (file) => {
    const name = file.replace(/\.ts$/, '');
    const source = readFileSync(join(root, 'examples/guides', file), 'utf8');
    expect(readFileSync(join(root, 'docs/guides', `${name}.md`), 'utf8')).toContain(
      `\`\`\`ts\n${source}\`\`\``,
    );
    await import(join(root, 'examples/guides', name));
    const [stack = ''] = readdirSync('cdktf.out/stacks');
    const { resource } = JSON.parse(
      readFileSync(join('cdktf.out/stacks', stack, 'cdk.tf.json'), 'utf8'),
    ) as Stack;
    expect(Object.keys(resource ?? {}).sort()).toEqual(typesOf[name]);
  });
});

function guideFiles(extension: string): string[] {
  return readdirSync(join(root, 'examples/guides')).filter((file) => file.endsWith(extension));
}

const typesOf: Readonly<Record<string, readonly string[]>> = {
  'audit-logs': ['edge_logpush_job'],
  'log-delivery': ['edge_custom_fields_ruleset', 'edge_logpush_job'],
  'pool-notifications': ['edge_pool_notification_policy'],
  'waf-migration': ['edge_waf_migration'],
};

const audit = {
  account_id: 'a'.repeat(32),
  pools: [{ id: '1'.repeat(32), name: 'shop', recipients: ['shop@example.com'], covered_by: [] }],
  policies: [],
};

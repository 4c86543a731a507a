import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithTerraform } from '../support/terraform';
import { blocksOf, PageReader, pasteOf, withCdktf, type PrintedBlock } from '../support/printed-page';

const root = join(__dirname, '../..');

/** What a page says of its own blocks, beside that they run. */
interface Page {
  /** Blocks that do not run here, by how they begin, with the reason. */
  readonly notRun?: Readonly<Record<string, string>>;
  /** Commands whose answer is no on this page. */
  readonly answersNo?: readonly string[];
  /** What a reader does before a block, as its page says in words: a script by how the block begins. */
  readonly byHand?: Readonly<Record<string, string>>;
  /** What is on the screen at the end, besides. */
  readonly shows?: readonly string[];
}

const terraform14 = 'Terraform 1.14; test/acceptance/edge/query.test.ts runs it';
const mirrors = 'a mirror; test/acceptance/runners.test.ts reads these blocks, and has one';
const audit = 'npx edge-platform pools audit --account aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
const shop = '--zone 9a7806061c88ada191ed06f989cc3dac';

const pages: Readonly<Record<string, Page>> = {
  'docs/hcl.md': {
    notRun: {
      'terraform providers lock -platform': 'the registry of another provider',
      'terraform query': terraform14,
      'terraform apply -invoke': terraform14,
    },
    shows: ['1 passed, 0 failed', 'pools_left = 0'],
  },
  'docs/guides/audit-logs.md': {
    shows: ['{"accepted":2,"delivered":{"1001":1}}\n{"ActionResult":true,', 'No changes.'],
  },
  'docs/guides/import.md': {
    notRun: {
      'terraform -chdir=../legacy': 'a state of your own; test/cli/import/command.test.ts has one',
    },
    shows: ['2 WAF migrations', 'Verified', ' to import, 0 to add, 0 to change, 0 to destroy'],
  },
  'docs/guides/log-delivery.md': {
    shows: ['{"accepted":1,"delivered":{"1001":1}}\n{"Cookies":{"sessionId":"bob"}', 'No changes.'],
  },
  'docs/guides/pool-notifications.md': {
    answersNo: [audit, `${audit} --out pools.json`],
    shows: ['3 pools: none has a legacy e-mail. The migration is complete.', 'No changes.'],
  },
  'docs/guides/runners.md': {
    notRun: {
      'provider_installation {': mirrors,
      'terraform providers lock -fs-mirror': mirrors,
    },
    byHand: {
      'tar -czf': `${project()}npx cdktn synth`,
      'tar -xzf stack': 'mkdir runner && cp stack.tar.gz runner && cd runner',
      'tar -xzf planned': 'mkdir ../../there && mv ../planned.tar.gz ../../there && cd ../../there',
      'EDGE_PROVIDER_EXECUTABLE=standalone npx cdktn synth\n': 'cd "$PROJECT"',
      'npm ci': 'cd "$PROJECT"',
      'chmod +x': 'cd "$PROJECT/cdktf.out/stacks/edge"',
    },
    shows: [
      'Resources: 1 added, 0 changed, 0 destroyed.',
      'windows_amd64',
      'Terraform has been successfully initialized!',
    ],
  },
  'docs/guides/warehouse.md': {},
  'docs/guides/waf-fleet.md': {
    notRun: {
      "npx edge-platform waf review --wave canary --assert 'newly":
        'events of two days; test/acceptance/edge/waf-waves.test.ts has some',
    },
    byHand: {
      'npm run deploy -- canary': `sed -i 's/"acknowledged": false/"acknowledged": true/' waves.json`,
      'npx edge-platform waf waves --from survey.json --validation':
        'mkdir ../validation && cd ../validation && cp ../survey.json .',
      'npx edge-platform waf waves status': 'cd ../waf-waves',
    },
    answersNo: ['npx edge-platform waf survey --account "Example Inc" --out survey.json'],
    shows: [
      '1 zone left out',
      'Review of canary for "complete": passed.',
      'canary      2  2 enterprise  validation',
      'Next: Every wave is complete and has passed its review.',
    ],
  },
  'docs/guides/waf-migration.md': {
    answersNo: [
      `npx edge-platform waf check ${shop}`,
      'npx edge-platform waf survey --account "Example Inc"',
      `npx edge-platform waf report ${shop}`,
      `npx edge-platform waf review ${shop} --events events.ndjson`,
    ],
    shows: ['The migration can be completed.', 'No changes.'],
  },
};

/** Guides whose blocks need more than a machine with Terraform has, with the tests that run their commands. */
const elsewhere: Readonly<Record<string, string>> = {
  'docs/guides/from-retired-resources.md':
    'the provider of the old code; npm run test:providers runs them with it',
  'docs/guides/languages.md': 'packages of other languages; test/acceptance/languages.test.ts runs them',
};

const resources = pagesIn('docs/resources');
const resourcePages: Readonly<Record<string, Page>> = {
  'docs/resources/custom-fields-ruleset.md': {},
  'docs/resources/logpush-job.md': {
    notRun: {
      "npx edge-platform logs check 'EdgeResponseStatus >= 500 and BotScore":
        'log lines and a stack of your own; docs/guides/log-delivery.md has the same commands',
    },
  },
  'docs/resources/pool-notification-policy.md': {},
  'docs/resources/waf-migration.md': {
    notRun: {
      'npx edge-platform waf review': 'events of your own; docs/guides/waf-migration.md has the same command',
    },
    answersNo: [
      `npx edge-platform waf check ${shop}`,
      `npx edge-platform waf report ${shop}`,
      "npx edge-platform waf survey --account 'Example Inc'",
    ],
  },
};

function pagesIn(folder: string): string[] {
  return readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
}

describeWithTerraform('the printed blocks', () => {
  let reader: PageReader;
  beforeAll(() => {
    reader = new PageReader();
  });

  it.each(Object.entries(pages))('of %s run one after the other', async (name, page) => {
    const blocks = runnable(name, page);
    await runs(blocks.map((block) => before(block, page).text + pasteOf(block)).join('\n'), page);
  });

  const withCode = Object.entries(pages).filter(([name]) =>
    blocksOf(name).some(({ text }) => text.includes('cdktn')),
  );
  it.each(withCode)('of %s run with CDKTF too', async (name, page) => {
    expect(readFileSync(join(root, name), 'utf8')).toMatch(/^With CDKTF, /m);
    const script = runnable(name, page).map(
      (block) => withCdktf(before(block, page)).text + pasteOf(withCdktf(block)),
    );
    await runs(script.join('\n'), page);
  });

  it('of the README read an account that exists, for every command that starts from one', async () => {
    const blocks = blocksOf('README.md');
    const block = blocks.find(({ text }) => text.startsWith('npx edge-platform import'));
    expect(block).toBeDefined();
    const [start] = blocksOf('docs/guides/audit-logs.md');
    const { output } = await runs([start, block].map((each) => each && pasteOf(each)).join('\n'), {
      answersNo: [
        "npx edge-platform waf survey --account 'Example Inc' --out survey.json",
        "npx edge-platform pools survey --account 'Example Inc' --out pools.json",
      ],
    });
    expect(output).toContain('waf: 2 zones in 1 wave.');
    expect(output).toContain('1 account, 2 new policies, 0 imported, for 3 pools.');
  });

  it('of guides are all listed', () => {
    const guides = Object.keys(pages).filter((page) => page.startsWith('docs/guides/'));
    expect([...guides, ...Object.keys(elsewhere)].sort()).toEqual(pagesIn('docs/guides').sort());
  });

  it('of resources are all listed', () => {
    expect(Object.keys(resourcePages).sort()).toEqual(resources.sort());
  });

  it.each(Object.entries(resourcePages))('of %s run behind those in HCL', async (name, page) => {
    const inHcl = blocksOf(hclPageOf(name)).filter(({ text }) => !needsIdentity(text));
    const [command] = inHcl.flatMap(({ text }) => (text.startsWith('terraform import ') ? [text] : []));
    const forget = `terraform state rm ${command?.split(' ')[2] ?? ''}\n`;
    const script = [...inHcl, ...runnable(name, page)].map((block) => {
      if (block.text.startsWith('terraform import ')) return `${forget}rm import.tf\n${block.text}`;
      if (!block.text.startsWith('import {')) return pasteOf(block);
      return `terraform init\n${apply}${forget}${pasteOf({ ...block, file: 'import.tf' })}${apply}`;
    });
    const { output } = await runs([...installation().map(pasteOf), ...script].join('\n'), page);
    expect(output).toContain('Import successful!');
    expect(output).toContain('Resources: 1 imported, 0 added');
  });

  it('of data sources find what their names are of', async () => {
    const blocks = ['zone', 'account'].flatMap((name) => blocksOf(`docs/terraform/data-sources/${name}.md`));
    // Each page has an output of its own.
    const script = blocks.map((block, at) => pasteOf(block).replace('output "id"', `output "id_${at}"`));
    const { output } = await runs(
      `${[...installation().map(pasteOf), ...script].join('\n')}\nterraform init\n${apply}`,
      {},
    );
    expect(output).toMatch(/id_0 = "\w{32}"\nid_1 = "\w{32}"/);
  });

  async function runs(script: string, { answersNo = [], shows = [] }: Page) {
    const outcome = await reader.run(script);
    const expected = answersNo.map((command) => `1 ${command}`);
    // The whole output is what a reader of a failure needs.
    if (outcome.failed.join('\n') !== expected.join('\n') || outcome.output.includes('"success":false'))
      throw new Error(`failed:\n${outcome.failed.join('\n')}\n\n${outcome.output}`);
    for (const text of shows) expect(outcome.output).toContain(text);
    return outcome;
  }
});

const apply = 'terraform apply -auto-approve\n';

function runnable(name: string, { notRun = {} }: Page): PrintedBlock[] {
  const blocks = blocksOf(name).filter(({ language, file }) => language !== 'ts' || file !== undefined);
  const starts = Object.keys(notRun);
  // No reason outlives its block.
  expect(starts.filter((start) => !blocks.some(({ text }) => text.startsWith(start)))).toEqual([]);
  return blocks.filter(({ text }) => !starts.some((start) => text.startsWith(start)) && !needsIdentity(text));
}

function before({ text }: PrintedBlock, page: Page): PrintedBlock {
  const scripts = Object.entries(page.byHand ?? {}).filter(([start]) => text.startsWith(start));
  return { language: 'sh', text: scripts.map(([, script]) => `${script}\n`).join(''), file: undefined };
}

/** A project with a stack of the name `edge`, which is in the folder `$PROJECT`. */
function project(): string {
  const [install] = blocksOf('docs/guides/waf-fleet.md');
  const files = {
    'cdktf.json': '{ "language": "typescript", "app": "npx tsx main.ts" }\n',
    'main.ts': `import { App, TerraformStack } from 'cdktn';
import { CustomFieldsRuleset, EdgeProvider } from 'cdktf-edge-platform/cdktn';

const app = new App();
const stack = new TerraformStack(app, 'edge');
new EdgeProvider(stack, 'edge');
new CustomFieldsRuleset(stack, 'fields', { zoneName: 'example.com', cookies: ['sessionId'] });
app.synth();
`,
  };
  const blocks = Object.entries(files).map(([file, text]) => ({ language: 'file', text, file }));
  // A build of two platforms takes seconds, so the tests of a checkout share its results.
  const settings = `export PROJECT=$PWD XDG_CACHE_HOME=${join(root, '.tmp/cache')}\n`;
  return [...(install === undefined ? [] : [install]), ...blocks].map(pasteOf).join('') + settings;
}

/** Only Terraform 1.12 and later import by identities. */
function needsIdentity(text: string): boolean {
  return text.startsWith('import {') && text.includes('identity = {');
}

/** How a page "in HCL" begins: the installation of docs/hcl.md, and its emulator. */
function installation(): PrintedBlock[] {
  const blocks = blocksOf('docs/hcl.md');
  const emulator = blocks.filter(({ text }) => text.includes('edge-platform emulator'));
  return [
    ...blocks.slice(0, 2),
    ...emulator.map((block) => ({
      ...block,
      text: block.text.replace(/^cp .*\n/, '').replace(/^terraform [^]*/m, ''),
    })),
  ];
}

function hclPageOf(page: string): string {
  return page.replace('docs/resources/', 'docs/terraform/resources/').replaceAll('-', '_');
}

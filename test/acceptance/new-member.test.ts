import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../../lib/ground/program';
import { makeFolder } from '../support/folder';

const root = join(__dirname, '../..');

/** An edit of a file: `text` goes before `before`. */
interface Edit {
  readonly file: string;
  /** The file that a test names where it is forgotten. @default - `file` */
  readonly named?: string;
  readonly before: string;
  readonly text: string;
}

interface Trial {
  readonly what: string;
  readonly member: string;
  /** Table, contract, an enumeration, and the emulator's schema. */
  readonly edits: readonly Edit[];
  readonly page: string;
}

const trials: readonly Trial[] = [
  {
    what: 'a setting of log jobs that is fixed at creation',
    member: 'delivery_region',
    page: 'docs/resources/logpush-job.md',
    edits: [
      {
        file: 'lib/client/logpush.ts',
        before: '  /** 0 for the default of the API. */\n  max_upload_bytes',
        text: "  /** It cannot change later. */\n  delivery_region: text().words('', 'eu', 'us').fixed(),\n",
      },
      {
        file: 'lib/resources/logpush-job/settings.ts',
        // That has the settings.
        named: 'lib/resources/logpush-job/contract.ts',
        before: '  frequency: optionalComputed(',
        text: `  delivery_region: optionalComputed(string, {
    member: 'delivery_region',
    description: 'Region in which the service collects lines: an empty string for all, \`eu\` or \`us\`.',
    useStateForUnknown: true,
    serviceDefault: '',
    replaces: true,
    enumeration: 'DeliveryRegion',
    checks: [oneOfListed(['', 'eu', 'us'], listsAsOf)],
  }),
`,
      },
      {
        file: 'lib/resources/logpush-job/enumerations.ts',
        // That exports it.
        named: 'lib/resources/logpush-job/construct.ts',
        before: '/** How often the service uploads files. Deprecated by',
        text: `/** Region in which the service collects lines. */
export enum DeliveryRegion {
  /** The European Union. */
  EU = 'eu',
  /** The United States. */
  US = 'us',
}

`,
      },
      // Only because of the enumeration.
      {
        file: 'lib/resources/logpush-job/construct.ts',
        named: 'lib/index.ts',
        before: 'JobFrequency, JobKind, OutputType',
        text: 'DeliveryRegion, ',
      },
      { file: 'lib/index.ts', before: '  JobFrequency,\n', text: '  DeliveryRegion,\n' },
      {
        file: 'lib/emulator/products/logpush/schema.ts',
        before: '    max_upload_bytes: limit(',
        text: "    delivery_region: word('it must be empty, eu or us', '', 'eu', 'us').or('', null).fixed(),\n",
      },
    ],
  },
  {
    what: 'a setting of notification policies',
    member: 'severity',
    page: 'docs/resources/pool-notification-policy.md',
    edits: [
      {
        file: 'lib/client/alerting.ts',
        before: '  /** ISO 8601, UTC. */\n  created: text().readOnly(),\n  /** ISO 8601, UTC. */\n  modified',
        text: '  /** How urgent the service calls an alert. */\n  severity: text().orAbsent(),\n',
      },
      {
        file: 'lib/resources/pool-notification-policy/contract.ts',
        before: '    pool_ids: optionalComputed(',
        text: `    severity: optionalComputed(string, {
      member: 'severity',
      description: 'How urgent the service calls an alert.',
      useStateForUnknown: true,
    }),
`,
      },
      {
        file: 'lib/emulator/products/alerting/schema.ts',
        before: '      alert_interval: text.absentIf(isNull),\n',
        text: '      severity: text.absentIf(isNull),\n',
      },
    ],
  },
];

/** What tells of a part that is forgotten. The first suite has them. */
const parity = 'test/resources/tables';
const behavior =
  'test/resources/(?:every-|logpush-job/contract|pool-notification-policy/handler)|test/comparison';

describe.each(trials)('$what', ({ member, edits, page }) => {
  let tree: string;
  let original: ReadonlyMap<string, string>;

  beforeAll(async () => {
    tree = makeFolder();
    for (const each of copied)
      cpSync(join(root, each), join(tree, each), {
        recursive: true,
        filter: (path) => !path.includes('__snapshots__'),
      });
    for (const each of ['node_modules', 'dist']) symlinkSync(join(root, each), join(tree, each), 'dir');
    original = new Map(edits.map(({ file }) => [file, read(file)]));
    await write(edits);
  });

  const read = (file: string) => readFileSync(join(tree, file), 'utf8');
  const write = async (made: readonly Edit[]) => {
    for (const [file, text] of original) {
      const edited = made
        .filter((each) => each.file === file)
        .reduce((all, each) => all.replace(each.before, () => each.text + each.before), text);
      writeFileSync(join(tree, file), edited);
    }
    // The second step of a build.
    expect(await run('tsx/dist/cli.mjs', 'scripts/construct-props.ts')).toMatchObject({ code: 0 });
  };
  const run = (...[script = '', ...rest]: readonly string[]) =>
    runProgram(process.execPath, [join(root, 'node_modules', script), ...rest], { cwd: tree });
  const test = (pattern: string, ...more: readonly string[]) =>
    run('jest/bin/jest.js', '--selectProjects', 'unit', '--verbose', '--testPathPatterns', pattern, ...more);

  it('changes table, contract and the schema of the emulator, and an enumeration only where there is one', () => {
    for (const { file, before } of edits)
      expect([file, original.get(file)?.split(before).length]).toEqual([file, 2]);
    const ofEnumeration = /^lib\/(?:index|resources\/[\w-]+\/(?:construct|enumerations))\.ts$/;
    expect(edits.filter(({ file }) => !ofEnumeration.test(file))).toHaveLength(3);
  });

  it('is planned, sent, read, imported, written as code that compiles, and refused by the emulator where it is fixed', async () => {
    const { code, output } = await test(`${parity}|${behavior}`);
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Tests: .* passed/m) as string,
    });
    expect(output).toMatch(
      new RegExp(`✓ .*: ${member} is planned, sent, read, imported and written as code`),
    );
  }, 300_000);

  it('has the types of all sources and tests', async () => {
    expect(
      await run('@typescript/native-preview/bin/tsgo', '--noEmit', '--project', forSources(tree)),
    ).toMatchObject({
      output: '',
    });
  }, 300_000);

  it('is on the page of the resource, after `npm run docs`', async () => {
    const pages = () => test('test/docs.test.ts', '-t', 'the generated pages');
    expect((await pages()).output).toContain(page);
    const program = join(tree, 'write-pages.ts');
    writeFileSync(program, writePages);
    expect(await run('tsx/dist/cli.mjs', '--tsconfig', 'scripts/docs/tsconfig.json', program)).toMatchObject({
      code: 0,
    });
    const prop = member.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    expect(read(page)).toContain(`\`${prop}\``);
    const inHcl = page.replace('docs/', 'docs/terraform/').replaceAll('-', '_');
    expect(read(inHcl)).toContain(`\`${member}\``);
    expect(await pages()).toMatchObject({ code: 0 });
  }, 300_000);

  it.each(edits)(
    'is missed where $file is forgotten',
    async (forgotten) => {
      await write(edits.filter((each) => each !== forgotten));
      try {
        const { code, output } = await test(parity);
        expect(code).toBe(1);
        expect(output).toContain(forgotten.named ?? forgotten.file);
        expect(output).toMatch(new RegExp(member.replace('_', '_?'), 'i'));
      } finally {
        await write(edits);
      }
    },
    60_000,
  );
});

/** Examples import the package by its name, which stands for `dist`, and that lacks the member. */
function forSources(tree: string): string {
  const { compilerOptions, ...rest } = JSON.parse(
    readFileSync(join(tree, 'tsconfig.json'), 'utf8'),
  ) as Record<string, object>;
  const entries = ['client', 'emulator', 'logs', 'testing', 'waves'];
  const paths = {
    'cdktf-edge-platform/cdktn': ['./lib/index.ts'],
    ...Object.fromEntries(entries.map((name) => [`cdktf-edge-platform/${name}`, [`./lib/${name}/index.ts`]])),
  };
  writeFileSync(
    join(tree, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, paths }, ...rest }),
  );
  return tree;
}

/** What `npm run docs` does, with the Python that the pages have. */
const writePages = `import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pairsOn } from './scripts/docs/blocks';
import { makePages } from './scripts/docs/pages';

const paths = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'));
const python = new Map(paths.flatMap((path) => [...pairsOn(readFileSync('docs/' + path, 'utf8'))]));
void makePages((code) => python.get(code)).then((pages) => {
  for (const [path, text] of pages) writeFileSync(path, text);
});
`;

/** What the tests and the type check of a tree need. */
const copied = [
  ...['lib', 'test', 'examples', 'scripts', 'docs'],
  ...['README.md', 'CHANGELOG.md', 'package.json', 'jest.config.js', 'tsconfig.json', 'bench/package.json'],
];

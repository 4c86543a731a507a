import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findMissingParts, namesOfResource } from '../support/resource-checklist';
import { resourceFolders } from '../support/resource-profile';
import { makeFolder } from '../support/folder';

const root = join(__dirname, '../..');
const run = promisify(execFile);

const unitTests = [
  'jest/bin/jest.js',
  '--selectProjects',
  'unit',
  '--reporters',
  'default',
  '--testPathPatterns',
];

const smallest = [...resourceFolders].sort((a, b) => sizeOf(a) - sizeOf(b))[0] ?? '';
const added = 'trial-hold';

const edited = ['CHANGELOG.md', 'README.md', 'lib/index.ts', 'lib/resources/index.ts'];
/** What a resource has beside the files that those of its folder import, which the type check misses. */
const forgettable = [
  ...edited,
  ...['contract', 'code', 'construct', 'handler'].map((name) => `lib/resources/${added}/${name}.ts`),
  ...['profile', 'construct.test', 'handler.test'].map((name) => `test/resources/${added}/${name}.ts`),
  `test/acceptance/edge/${added}.test.ts`,
  `examples/resources/${added}.ts`,
  `docs/resources/${added}.md`,
];

it('every resource and every API product has all its parts', () => {
  expect(findMissingParts(root)).toEqual([]);
});

describe('a further resource, made of the smallest one under another name', () => {
  let tree: string;
  let original: ReadonlyMap<string, string>;
  let complete: ReadonlyMap<string, string>;

  beforeAll(() => {
    tree = makeFolder();
    for (const each of copied)
      cpSync(join(root, each), join(tree, each), {
        recursive: true,
        filter: (path) => !path.includes('__snapshots__'),
      });
    for (const each of ['node_modules', 'dist']) symlinkSync(join(root, each), join(tree, each), 'dir');
    resolvePackageToSources(tree);
    original = filesIn(tree);
    const changes = withResource(original);
    complete = new Map([...original, ...changes]);
    for (const file of changes.keys()) restore(file, complete);
  });

  function restore(file: string, files: ReadonlyMap<string, string>): void {
    const text = files.get(file);
    const path = join(tree, file);
    mkdirSync(dirname(path), { recursive: true });
    if (text === undefined) rmSync(path);
    else writeFileSync(path, text);
  }

  it('changes at most three files that exist', () => {
    const changed = [...original].filter(([file, text]) => complete.get(file) !== text);
    expect(changed.map(([file]) => file).sort()).toEqual(edited);
    expect(edited.length).toBeLessThanOrEqual(4);
  });

  it('has all its parts', () => {
    expect(findMissingParts(tree)).toEqual([]);
  });

  it.each(forgettable)('has a reminder where %s is forgotten', (file) => {
    restore(file, original);
    try {
      expect(findMissingParts(tree)).toEqual([expect.stringMatching(`^${file}: [\\s\\S]*\\.$`)]);
    } finally {
      restore(file, complete);
    }
  });

  it('has reminders for a new product of the API', () => {
    const product = new Map([
      ['lib/client/trial-holds.ts', 'export class TrialHoldsApi {}\n'],
      ['lib/emulator/products/trial-holds/index.ts', 'export const trialHolds = {};\n'],
    ]);
    for (const file of product.keys()) restore(file, product);
    try {
      const places = findMissingParts(tree).map((each) => each.slice(0, each.indexOf(':')));
      expect(places).toEqual([
        'lib/client/client.ts',
        'lib/client/index.ts',
        'lib/emulator/list-products.ts',
        'docs/emulator-fidelity.md',
      ]);
    } finally {
      for (const file of product.keys()) restore(file, complete);
    }
  });

  /** The project's jest and tsc, in the tree. All of them in an exhaustive run. */
  const checks: readonly (readonly [what: string, command: readonly string[], output: RegExp])[] = [
    ['the tests of every resource', [...unitTests, 'every-resource', '-t', added], /^Tests:.* 10 passed/m],
    ['its own tests', [...unitTests, `test/resources/${added}`], /^Tests:.* \d+ passed/m],
    ['the type check', ['typescript/bin/tsc', '--noEmit'], /^$/],
  ];

  it.each(process.env.EXHAUSTIVE === '1' ? checks : checks.slice(0, 1))(
    'passes %s',
    async (_, [script = '', ...args], output) => {
      const command = [join(root, 'node_modules', script), ...args];
      const { stderr } = await run(process.execPath, command, { cwd: tree });
      expect(stderr).toMatch(output);
    },
    600_000,
  );
});

/** Examples import the package by its name, which stands for `dist`, and that lacks the further resource. */
function resolvePackageToSources(tree: string): void {
  const path = join(tree, 'tsconfig.json');
  const { compilerOptions, ...rest } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, object>;
  const paths = { 'cdktf-edge-platform/cdktn': ['./lib/index.ts'] };
  writeFileSync(path, JSON.stringify({ compilerOptions: { ...compilerOptions, paths }, ...rest }));
}

/** The files of a further resource, and those that change for it, by path. */
function withResource(files: ReadonlyMap<string, string>): Map<string, string> {
  const [from, to] = [namesOfResource(smallest), namesOfResource(added)];
  const exported = new RegExp(`export \\{([^}]*)\\} from './resources/${smallest}/construct';\\n`);
  const [statement = '', exports = ''] = exported.exec(files.get('lib/index.ts') ?? '') ?? [];
  // Enums and the like beside the construct: their names are exported once.
  const others = [...exports.matchAll(/\w+(?=,)/g)]
    .map(([name]) => name)
    .filter((each) => !each.startsWith(from.Class));
  const renames: readonly (readonly [string | RegExp, string])[] = [
    [smallest, added],
    [from.typeName, to.typeName],
    [from.Class, to.Class],
    [from.variable, to.variable],
    ...others.map((each) => [new RegExp(`\\b${each}\\b`, 'g'), `Trial${each}`] as const),
  ];
  const renamed = (text: string) => renames.reduce((all, [old, name]) => all.replaceAll(old, name), text);
  const twice = (file: string, line: RegExp) =>
    [file, (files.get(file) ?? '').replace(line, (all) => all + renamed(all))] as const;

  const isOfSlice = (file: string) =>
    new RegExp(`^(?:lib|test|examples|docs)/resources/${smallest}[/.]`).test(file);
  const story = [...files].find(
    ([file, text]) => file.startsWith('test/acceptance/') && text.includes(`new ${from.Class}(`),
  );
  return new Map([
    ...[...files]
      .filter(([file]) => isOfSlice(file))
      .map(([file, text]) => [renamed(file), renamed(text)] as const),
    [`test/acceptance/edge/${added}.test.ts`, renamed(story?.[1] ?? '')],
    ['CHANGELOG.md', `${files.get('CHANGELOG.md') ?? ''}\n- Hold zones: \`${to.Class}\`.\n`],
    twice('README.md', new RegExp(`^\\| \\[\`${from.Class}\`\\].*\\n`, 'm')),
    ['lib/index.ts', (files.get('lib/index.ts') ?? '').replace(statement, (all) => all + renamed(all))],
    twice('lib/resources/index.ts', new RegExp(`^.*${from.variable}.*\\n`, 'gm')),
  ]);
}

/** What the tests and the type check of a tree need. */
const copied = [
  ...['lib', 'test', 'examples', 'scripts', 'docs'],
  ...['README.md', 'CHANGELOG.md', 'package.json', 'jest.config.js', 'tsconfig.json'],
];

/** The texts of the files that a resource consists of or is named in, by their path from the root. */
function filesIn(folder: string): Map<string, string> {
  const paths = copied.flatMap((each) =>
    statSync(join(folder, each)).isFile()
      ? [each]
      : readdirSync(join(folder, each), { recursive: true, encoding: 'utf8' }).map((name) =>
          join(each, name),
        ),
  );
  const texts = paths.filter((path) => /\.(?:ts|md)$/.test(path));
  return new Map(texts.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

function sizeOf(folder: string): number {
  const path = join(root, 'lib/resources', folder);
  return readdirSync(path).reduce((sum, name) => sum + statSync(join(path, name)).size, 0);
}

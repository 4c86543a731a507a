// The code on the pages of docs that is there in TypeScript and in Python.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { isProgram } from '../../scripts/languages/python/translate.mjs';
import { readStack } from './compare.mjs';
import { root } from './places.mjs';

const { pairsOn } = await tsImport('../../scripts/docs/blocks.ts', import.meta.url);
const require = createRequire(import.meta.url);

/** As `edge-platform pools audit --json` prints it, shortened: a program reads it. */
const audit = {
  account_id: 'a'.repeat(32),
  pools: [{ id: '1'.repeat(32), name: 'shop', recipients: ['shop@example.com'], covered_by: [] }],
  policies: [],
};

/** All pairs: `{ name, typescript, python, isProgram }`. The name is that of the page, with a number. */
export function readPairs() {
  const pages = readdirSync(join(root, 'docs'), { recursive: true }).filter((path) => path.endsWith('.md'));
  return pages.sort().flatMap((path) =>
    [...pairsOn(readFileSync(join(root, 'docs', path), 'utf8'))].map(([typescript, python], index) => ({
      name: `${path.replace(/\.md$/, '').replaceAll(/[\\/]/g, '-')}-${index + 1}`,
      typescript,
      python,
      isProgram: isProgram(typescript),
    })),
  );
}

/** Writes the code of each pair in a language, and what it reads, into a folder. */
export function writePairs(pairs, language, folder) {
  const extension = { typescript: 'ts', python: 'py' }[language];
  for (const pair of pairs) writeFileSync(join(folder, `${pair.name}.${extension}`), pair[language]);
  writeFileSync(join(folder, 'pools.json'), JSON.stringify(audit));
}

/** What the programs synthesize in TypeScript, with what was built in this checkout. A program that is a class is an app of its own. */
export function stacksOfPrograms(scratch, env) {
  const programs = readPairs().filter((each) => each.isProgram);
  mkdirSync(join(root, '.tmp'), { recursive: true });
  // Inside the package, where its name leads to what was built.
  const folder = mkdtempSync(join(root, '.tmp', 'pages-'));
  const outdir = mkdtempSync(join(scratch, 'pages-'));
  try {
    writePairs(programs, 'typescript', folder);
    writeFileSync(
      join(folder, 'run.cjs'),
      `const { App } = require('cdktn');
for (const name of ${JSON.stringify(programs.map(({ name }) => name))})
  for (const Stack of Object.values(require('./' + name + '.ts'))) {
    const app = new App();
    new Stack(app, name);
    app.synth();
  }
`,
    );
    execFileSync(process.execPath, [require.resolve('tsx/cli'), 'run.cjs'], {
      cwd: folder,
      env: { ...env, CDKTF_OUTDIR: outdir },
      stdio: 'inherit',
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
  const stacks = join(outdir, 'stacks');
  // Two programs whose stacks have one name would hide each other.
  if (readdirSync(stacks).length !== programs.length)
    throw new Error(`${programs.length} programs of docs make ${readdirSync(stacks).length} stacks.`);
  return readStack(stacks);
}

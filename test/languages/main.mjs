// Prints in which languages and with which hosts the constructs work: README.md.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cleanEnvironment, makeScratch, pack } from '../hosts/process.mjs';
import { blockOf, readStack } from './compare.mjs';
import { languages } from './languages.mjs';
import { stacksOfPrograms } from './pages.mjs';
import { examples, root } from './places.mjs';
import { runRow } from './row.mjs';
import { steps } from './steps.mjs';

const require = createRequire(import.meta.url);
const { findTerraform } = require('../../dist/terraform/binary.js');
const hosts = ['cdktf', 'cdktn'];
const columns = Object.keys(steps);

const help = `Usage: npm run test:languages -- [options]

Builds the packages of the languages in out/languages, installs them into new
projects, and deploys there against the emulator. Exit status: 0, 1 if a cell fails, 2 for wrong options.

These may be repeated; the default is all values:
  --language <${Object.keys(languages).join('|')}>
  --host <${hosts.join('|')}>`;

const options = readOptions();
if (options !== undefined) process.exitCode = await main(options);

function readOptions() {
  const known = { language: Object.keys(languages), host: hosts };
  try {
    const several = { type: 'string', multiple: true };
    const { values } = parseArgs({
      options: { language: several, host: several, help: { type: 'boolean' } },
    });
    if (values.help) {
      console.log(help);
      return undefined;
    }
    for (const name of ['language', 'host']) {
      const unknown = values[name]?.find((each) => !known[name].includes(each));
      if (unknown !== undefined)
        throw new Error(`--${name} is ${unknown}. Use one of ${known[name].join(', ')}.`);
    }
    return { ...known, ...values };
  } catch (error) {
    console.error(`${error.message}\n\n${help}`);
    process.exitCode = 2;
    return undefined;
  }
}

async function main(chosen) {
  const rows = chosen.language.flatMap((language) => chosen.host.map((host) => ({ language, host })));
  const scratch = makeScratch('edge-languages-');
  const shared = {
    binary: findTerraform(process.env) ?? 'terraform',
    expected: readStack(join(synthesize(join(examples, 'typescript'), scratch), 'shop')),
    expectedGuide: readmeStack(scratch),
    expectedPages: chosen.language.includes('python')
      ? stacksOfPrograms(scratch, cleanEnvironment())
      : undefined,
    tarball: chosen.language.includes('typescript') ? pack(scratch) : undefined,
  };
  const outcomes = new Map();
  for (const row of rows) outcomes.set(row, await outcomeOf(row, scratch, shared));
  printTable(outcomes);
  const hasFailed = [...outcomes.values()].some(({ failures = [] }) => failures.length > 0);
  if (!hasFailed) rmSync(scratch, { recursive: true });
  return hasFailed ? 1 : 0;
}

function readmeStack(scratch) {
  mkdirSync(join(root, '.tmp'), { recursive: true });
  // Inside the package, where its name leads to what was built.
  const folder = mkdtempSync(join(root, '.tmp', 'readme-'));
  try {
    writeFileSync(join(folder, 'main.ts'), blockOf('README.md', 'ts'));
    return readStack(join(synthesize(folder, scratch), 'logs'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs an app with what was built in this checkout. Returns the folder with its stacks. */
function synthesize(app, scratch) {
  const outdir = mkdtempSync(join(scratch, 'expected-'));
  const env = { ...cleanEnvironment(), CDKTF_OUTDIR: outdir };
  execFileSync(process.execPath, [require.resolve('tsx/cli'), 'main.ts'], {
    cwd: app,
    env,
    stdio: 'inherit',
  });
  return join(outdir, 'stacks');
}

async function outcomeOf({ language, host }, scratch, shared) {
  const skipped = languages[language].whyNot();
  if (skipped) return { skipped };
  const folder = join(scratch, `${language}-${host}`);
  const log = `${folder}.log`;
  mkdirSync(folder);
  try {
    const cells = await runRow({ language, host }, { ...shared, folder, log });
    const failures = columns.flatMap((column) => cells[column]?.failure ?? []);
    if (failures.length === 0) rmSync(log);
    return { cells, failures, log };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One row per language and host, one column per step; below it why rows were skipped and cells failed. */
function printTable(outcomes) {
  const print = (language, host, texts) =>
    console.log(
      [language.padEnd(10), host.padEnd(5), ...texts.map((text) => text.padStart(11))].join('  ').trimEnd(),
    );
  print('language', 'host', columns);
  for (const [{ language, host }, { cells, skipped }] of outcomes)
    print(
      language,
      host,
      columns.map((column) => (skipped ? 'skipped' : textOf(cells[column]))),
    );

  const all = [...outcomes];
  const skipped = all.filter(([, outcome]) => outcome.skipped);
  const failed = all.filter(([, { failures = [] }]) => failures.length > 0);
  const passed = all.length - skipped.length - failed.length;
  console.log(`\n${passed} passed, ${failed.length} failed, ${skipped.length} skipped`);
  for (const [{ language, host }, { skipped: reason }] of skipped)
    console.log(`skipped: ${language} ${host}: ${reason}`);
  for (const [{ language, host }, { failures, log }] of failed)
    console.log([`\n${language} ${host}`, ...failures, log].join('\n  '));
}

function textOf(cell) {
  if (cell === undefined) return '-';
  return cell.seconds === undefined ? 'FAILED' : `${cell.seconds.toFixed(1)} s`;
}

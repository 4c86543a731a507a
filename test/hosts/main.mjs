// Prints in which combinations of Node.js, module system, package manager and host the package works: README.md.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { tsImport } from 'tsx/esm/api';
import { runCell } from './cell.mjs';
import { cellName, choices, chooseCells, rowName } from './matrix.mjs';
import { makeScratch, pack } from './process.mjs';

const help = `Usage: npm run test:hosts -- [options]

Installs the packed package into new projects, and deploys there with Terraform
against the emulator. Only the npm registry is used. Exit status: 0, 1 if a
combination fails, 2 for wrong options.

These may be repeated; the default is all values but current:
  --node <${choices.node.join('|')}>
  --module <${choices.module.join('|')}>
  --manager <${choices.manager.join('|')}>
  --host <${choices.host.join('|')}>
  --tool <${choices.tool.join('|')}>

Options:
  --sample <n>   run n combinations, chosen by the seed
  --seed <n>     default: a random one, which is printed
  --jobs <n>     combinations at a time (default: 2)
  --plugin-only  leave out the provisioner driver
  --help`;

const titles = { terraform: 'Terraform', tofu: 'OpenTofu' };

const options = readOptions();
if (options !== undefined) process.exitCode = await main(options);

function readOptions() {
  const several = { type: 'string', multiple: true };
  try {
    const { values } = parseArgs({
      options: {
        ...Object.fromEntries(Object.keys(choices).map((name) => [name, several])),
        sample: { type: 'string' },
        seed: { type: 'string', default: String(randomInt(2 ** 31)) },
        jobs: { type: 'string', default: '2' },
        'plugin-only': { type: 'boolean', default: false },
        help: { type: 'boolean' },
      },
    });
    if (values.help) {
      console.log(help);
      return undefined;
    }
    for (const [name, known] of Object.entries(choices)) {
      const unknown = values[name]?.find((each) => !known.includes(each));
      if (unknown !== undefined) throw new Error(`--${name} is ${unknown}. Use one of ${known.join(', ')}.`);
    }
    const sample = values.sample === undefined ? undefined : readCount('sample', values.sample);
    return { ...values, sample, jobs: readCount('jobs', values.jobs) };
  } catch (error) {
    console.error(`${error.message}\n\n${help}`);
    process.exitCode = 2;
    return undefined;
  }
}

function readCount(name, text) {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new Error(`--${name} is ${text}. Use a whole number from 1.`);
}

async function main({ jobs, 'plugin-only': isPluginOnly, ...selection }) {
  const cells = chooseCells(selection);
  if (cells.length === 0) {
    console.error('No combination matches the options: OpenTofu is tested with npm only.');
    return 2;
  }
  if (selection.sample !== undefined) console.error(`Seed: ${selection.seed}`);
  const scratch = makeScratch('edge-hosts-');
  const nullProvider = isPluginOnly ? undefined : await serveNullProvider();
  const outcomes = new Map();
  try {
    const tarball = pack(scratch);
    const binaries = Object.fromEntries(choices.tool.map((tool) => [tool, findBinary(tool)]));
    const waiting = [...cells];
    const work = async () => {
      for (let cell = waiting.shift(); cell !== undefined; cell = waiting.shift()) {
        const outcome = await outcomeOf(cell, {
          scratch,
          tarball,
          nullProvider,
          binary: binaries[cell.tool],
        });
        outcomes.set(cell, outcome);
        console.error(`${textOf(outcome).padEnd(8)}  ${cellName(cell)}`);
      }
    };
    await Promise.all(Array.from({ length: jobs }, work));
    rmSync(tarball);
  } finally {
    nullProvider?.close();
  }
  printTable(cells, outcomes);
  const hasFailed = [...outcomes.values()].some(({ failure }) => failure !== undefined);
  if (!hasFailed) rmSync(scratch, { recursive: true });
  return hasFailed ? 1 : 0;
}

/** The substitute for hashicorp/null, which no registry has to serve then. */
async function serveNullProvider() {
  const module = await tsImport('../support/null-provider/substitute.ts', import.meta.url);
  return module.serveNullProvider();
}

/** TERRAFORM_BINARY_NAME if it is this tool, otherwise the tool on the PATH, if it is there. */
function findBinary(tool) {
  const named = process.env.TERRAFORM_BINARY_NAME || tool;
  return [named, tool].find((name) =>
    spawnSync(name, ['version'], { encoding: 'utf8' }).stdout?.includes(`${titles[tool]} v`),
  );
}

async function outcomeOf(cell, { scratch, binary, ...shared }) {
  if (binary === undefined) return { skipped: `there is no ${cell.tool}` };
  const folder = join(scratch, cellName(cell));
  const log = `${folder}.log`;
  mkdirSync(folder);
  const started = performance.now();
  try {
    await runCell(cell, { ...shared, folder, log, binary });
    rmSync(log);
    return { seconds: (performance.now() - started) / 1000 };
  } catch (error) {
    appendFileSync(log, `\n${error.stack}\n`);
    return { failure: error.message, log };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function textOf({ seconds, skipped }) {
  if (skipped !== undefined) return 'skipped';
  return seconds === undefined ? 'FAILED' : `${seconds.toFixed(1)} s`;
}

/** One row per project, one column per Node.js version, in 80 columns; below it why cells were skipped or failed. */
function printTable(cells, outcomes) {
  const nodes = [...new Set(cells.map(({ node }) => node))];
  const rows = [...new Set(cells.map(rowName))];
  const textAt = (row, node) => {
    const cell = cells.find((each) => rowName(each) === row && each.node === node);
    return cell === undefined ? '' : textOf(outcomes.get(cell));
  };
  const print = (title, texts) =>
    console.log([title, ...texts.map((text) => text.padStart(10))].join('  ').trimEnd());
  print('Node.js'.padEnd(rows[0]?.length ?? 0), nodes);
  for (const row of rows)
    print(
      row,
      nodes.map((node) => textAt(row, node)),
    );

  const all = [...outcomes.values()];
  const passed = all.filter(({ seconds }) => seconds !== undefined).length;
  const failed = [...outcomes].filter(([, { failure }]) => failure !== undefined);
  console.log(`\n${passed} passed, ${failed.length} failed, ${all.length - passed - failed.length} skipped`);
  for (const reason of new Set(all.flatMap(({ skipped }) => skipped ?? [])))
    console.log(`skipped: ${reason}`);
  for (const [cell, { failure, log }] of failed) console.log(`\n${cellName(cell)}\n  ${failure}\n  ${log}`);
}

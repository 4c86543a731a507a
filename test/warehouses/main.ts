// Compares filters as SQL with matchesFilter on real engines: README.md.
import { mkdtempSync, rmSync } from 'node:fs';
import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runProgram } from '../support/program';
import { compareAnswers } from './compare';
import { startClickHouse, startDuckDb, type Engine } from './engines';
import { forms } from './forms';
import { wrongExamples } from './guide';

const help = `Usage: npm run test:warehouses -- [options]

Runs filters as SQL on DuckDB and ClickHouse, and compares the records that match
with those that the filter itself matches. Installs both engines in the user's
cache folder, from npm and PyPI (Python 3.9 or later, 1 GB). Exit status: 0, 1 if
an answer differs, 2 for wrong options.

Options:
  --engine <duckdb|clickhouse>  only this one
  --rounds <n>                  tables of generated records (default: 60)
  --seed <n>                    default: a random one, which is printed
  --help`;

const starters: ReadonlyMap<string, () => Promise<Engine>> = new Map([
  ['duckdb', startDuckDb],
  ['clickhouse', startClickHouse],
]);

interface Options {
  readonly engines: readonly string[];
  readonly rounds: number;
  readonly seed: number;
}

function readOptions(): Options | undefined {
  const { values } = parseArgs({
    options: {
      engine: { type: 'string' },
      rounds: { type: 'string', default: '60' },
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return undefined;
  const { engine = [...starters.keys()].join() } = values;
  const engines = engine.split(',');
  for (const each of engines)
    if (!starters.has(each))
      throw new Error(`--engine is ${each}. Use one of ${[...starters.keys()].join(', ')}.`);
  return { engines, rounds: readNumber('rounds', values.rounds), seed: readNumber('seed', values.seed) };
}

function readNumber(name: string, text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new Error(`--${name} is ${text}. Use a whole number.`);
}

/** @returns whether all answers are those of the filters */
async function compareAll({ engines, rounds, seed }: Options): Promise<boolean> {
  console.error(`Seed: ${seed}`);
  const folder = mkdtempSync(join(tmpdir(), 'edge-warehouses-'));
  let areEqual = true;
  try {
    for (const name of engines) {
      const engine = await starters.get(name)?.();
      for (const form of forms.filter(({ dialect }) => dialect === name)) {
        if (engine === undefined) continue;
        const effort = { rounds, records: 200, filters: 60, seed };
        const { pairs, matches, difference } = await compareAnswers(engine, form, effort, folder);
        areEqual &&= difference === undefined;
        console.log(
          `${form.name}: ${pairs} pairs of record and filter, ${matches} match${difference === undefined ? '' : `\n\n${difference}\n`}`,
        );
      }
      if (engine !== undefined && name === 'duckdb') {
        const wrong = await wrongExamples(engine, folder);
        areEqual &&= wrong.length === 0;
        console.log(`docs/guides/warehouse.md: ${wrong.length === 0 ? 'as shown' : wrong.join('\n')}`);
      }
      await engine?.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return areEqual;
}

runProgram(help, readOptions, compareAll);

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { messageOf } from '../../lib/ground/words';
import { compileFilter, formatExpression, parseExactly, type Filter } from '../../lib/logs';
import { httpRequests } from '../logs/dataset-of';
import { interpretFilter } from '../logs/filter/interpret';
import type { Engine } from './engines';
import type { Form } from './forms';
import { anyRecords, typedRecords, warehouseFilters, type Members } from './generate';

export interface Comparison {
  readonly pairs: number;
  /** How many of them match. */
  readonly matches: number;
  /** The smallest difference that was found. */
  readonly difference?: string;
}

export interface Effort {
  /** How many tables are made. */
  readonly rounds: number;
  /** How many records and filters there are in a round, at most. */
  readonly records: number;
  readonly filters: number;
  readonly seed: number;
}

/**
 * Compares an engine's answers with those of `interpretFilter` and `compileFilter`, on generated records and filters.
 */
export async function compareAnswers(
  engine: Engine,
  form: Form,
  { rounds, records, filters, seed }: Effort,
  folder: string,
): Promise<Comparison> {
  const counts = { pairs: 0, matches: 0 };
  let round = 0;
  const whole = (length: number) => ({ minLength: 1, maxLength: length, size: 'max' }) as const;
  const { failed, errorInstance } = await fc.check(
    fc.asyncProperty(
      fc.array(recordsOf(form), whole(records)),
      fc.array(warehouseFilters, whole(filters)),
      async (members, given) => {
        round += 1;
        const lines = members.map(writeLine);
        // Engines remember files by their path.
        const file = join(folder, `${round}.ndjson`);
        writeFileSync(file, lines.join(''));
        for (const statement of form.load(file)) await engine.query(statement);
        const parsed = lines.map((line) => parseExactly(line) as Readonly<Record<string, unknown>>);
        for (const filter of given) {
          const expected = expectedOf(filter, parsed);
          const answer = await answerOf(engine, form, filter, file);
          counts.pairs += lines.length;
          counts.matches += expected.length;
          if (expected.join() !== answer.numbers.join())
            throw new Error(difference(filter, lines, expected, answer));
        }
      },
    ),
    { seed, numRuns: rounds },
  );
  if (!failed) return counts;
  return { ...counts, difference: messageOf(errorInstance) };
}

function recordsOf({ records, dialect }: Form): fc.Arbitrary<Members> {
  return records === 'any'
    ? anyRecords({ keepsNumbers: dialect === 'duckdb' })
    : typedRecords(records === 'typed');
}

function writeLine(members: Members, number: number): string {
  const all = Object.entries({ ...members, i: String(number) });
  return `{${all.map(([key, json]) => `"${key}":${json}`).join(',')}}\n`;
}

function expectedOf(filter: Filter, records: readonly Readonly<Record<string, unknown>>[]): number[] {
  const passes = compileFilter(filter, httpRequests);
  return records.flatMap((record, number) => {
    const matches = interpretFilter(filter, record, httpRequests);
    if (matches !== passes(record))
      throw new Error(`compileFilter differs from interpretFilter: ${formatExpression(filter)}`);
    return matches ? [number] : [];
  });
}

interface Answer {
  readonly sql: string;
  readonly numbers: readonly number[];
}

async function answerOf(engine: Engine, form: Form, filter: Filter, file: string): Promise<Answer> {
  const { sql, faults } = form.select(filter, httpRequests, file);
  if (sql === undefined) throw new Error(faults.map(({ message }) => message).join(' '));
  try {
    const rows = await engine.query(sql);
    return { sql, numbers: rows.map(([number]) => Number(number)).sort((a, b) => a - b) };
  } catch (error) {
    throw new Error(`${messageOf(error)}\n${sql}`, { cause: error });
  }
}

function difference(
  filter: Filter,
  lines: readonly string[],
  expected: readonly number[],
  { sql, numbers }: Answer,
): string {
  const wrong = lines.filter((_, number) => expected.includes(number) !== numbers.includes(number));
  return [
    formatExpression(filter),
    sql,
    ...wrong.slice(0, 3).map((line) => `differs on ${line.slice(0, 500)}`),
  ].join('\n');
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from './engines';

export interface Example {
  /** The parameters of `edge-platform`. */
  readonly parameters: readonly string[];
  readonly sql: string;
  /** What DuckDB answers: values of a row between two spaces. Undefined for a condition. */
  readonly answer: string | undefined;
}

const page = readFileSync(join(__dirname, '../../docs/guides/warehouse.md'), 'utf8');

export function readExamples(): readonly Example[] {
  const blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```/gms)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));
  return blocks.flatMap(({ language, text }, at): Example[] => {
    if (language !== 'sh') return [];
    const [next, after] = [blocks[at + 1], blocks[at + 2]];
    const parameters = [...text.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare = '']) => quoted ?? bare);
    const answer = after?.language === 'text' ? after.text : undefined;
    return [{ parameters: parameters.slice(2), sql: next?.language === 'sql' ? next.text : '', answer }];
  });
}

/** @returns the examples whose answer is another one on the page */
export async function wrongExamples(duckdb: Engine, folder: string): Promise<string[]> {
  const [, sample = ''] = /^```json\n(.*?)^```/ms.exec(page) ?? [];
  mkdirSync(join(folder, 'logs'), { recursive: true });
  writeFileSync(join(folder, 'logs', 'sample.ndjson'), sample);
  const types = `{RayID: 'VARCHAR', ClientCountry: 'VARCHAR', EdgeResponseStatus: 'USMALLINT', BotTags: 'VARCHAR[]'}`;
  const files = `'${join(folder, 'logs', '*.ndjson')}'`;
  for (const statement of [
    `CREATE TABLE http_requests AS SELECT * FROM read_json(${files}, columns = ${types})`,
    `CREATE TABLE raw_logs AS SELECT json AS line FROM read_ndjson_objects(${files})`,
    `SET file_search_path = '${folder}'`,
  ])
    await duckdb.query(statement);
  const wrong: string[] = [];
  for (const { sql, answer } of readExamples()) {
    const rows = await duckdb.query(answer === undefined ? `SELECT * FROM http_requests WHERE ${sql}` : sql);
    const text = rows.map((row) => `${row.map(textOf).join('  ').trimEnd()}\n`).join('');
    if (answer !== undefined && text !== answer) wrong.push(`${sql}answers\n${text}`);
  }
  return wrong;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '').replace('""', '');
}

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { devDependencies } from '../../bench/package.json';

export interface Engine {
  /** @returns the rows, each a list of values; none for statements without a result */
  readonly query: (sql: string) => Promise<readonly (readonly unknown[])[]>;
  readonly close: () => Promise<void>;
}

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'cdktf-edge-platform-warehouses');

/** What is used of `@duckdb/node-api`, which is no dependency of the project. */
interface DuckDb {
  readonly DuckDBInstance: {
    readonly create: () => Promise<{ readonly connect: () => Promise<Connection> }>;
  };
}

interface Connection {
  readonly runAndReadAll: (sql: string) => Promise<{ readonly getRowsJson: () => unknown[][] }>;
  readonly closeSync: () => void;
}

/** DuckDB in this process, of the version that the benchmarks compare with. */
export async function startDuckDb(): Promise<Engine> {
  const folder = join(cache, 'duckdb');
  const name = '@duckdb/node-api';
  mkdirSync(folder, { recursive: true });
  run('npm', [
    'install',
    '--prefix',
    folder,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    `${name}@${devDependencies[name]}`,
  ]);
  const { DuckDBInstance } = createRequire(join(folder, 'package.json'))(name) as DuckDb;
  const connection = await (await DuckDBInstance.create()).connect();
  return {
    query: async (sql) => (await connection.runAndReadAll(sql)).getRowsJson(),
    close: () => {
      connection.closeSync();
      return Promise.resolve();
    },
  };
}

/** ClickHouse in a Python process, whose environment is in the user's cache folder. */
export function startClickHouse(): Promise<Engine> {
  const python = installClickHouse();
  const child = spawn(python, [join(__dirname, 'clickhouse.py')], { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  // The answer says that it has ended.
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'close').then(() => undefined);
  return Promise.resolve({
    query: async (sql) => {
      child.stdin.write(`${JSON.stringify(sql)}\n`);
      const { value } = (await answers.next()) as { value?: string };
      if (value === undefined) throw new Error('ClickHouse has ended.');
      const { rows, error } = JSON.parse(value) as { rows?: unknown[][]; error?: string };
      if (rows === undefined) throw new Error(error);
      return rows;
    },
    close: () => {
      child.stdin.end();
      return ended;
    },
  });
}

/** @returns the Python of an environment that has `chdb` */
function installClickHouse(): string {
  const folder = join(cache, 'chdb');
  const python = join(folder, 'bin', 'python');
  try {
    execFileSync(python, ['-c', 'import chdb'], { stdio: 'ignore' });
  } catch {
    mkdirSync(folder, { recursive: true });
    run('python3', ['-m', 'venv', '--clear', folder]);
    run(python, ['-m', 'pip', 'install', '--quiet', 'chdb']);
  }
  return python;
}

function run(command: string, parameters: readonly string[]): void {
  console.error([command, ...parameters].join(' '));
  execFileSync(command, parameters, { stdio: ['ignore', 'ignore', 'inherit'] });
}

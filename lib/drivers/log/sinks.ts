import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { filledTextOf } from '../../ground/json';
import { messageOf } from '../../ground/words';
import { formatJson, levels, type Entry, type Level } from './fields';

export interface Sink {
  readonly level: Level;
  readonly write: (entry: Entry) => void;
  readonly close?: () => void;
}

export const logFileVariable = 'EDGE_LOG_FILE';

/** The level that Terraform logs of a provider, by its own variables. Undefined for none. An unknown one is the lowest, as in Terraform. */
export function terraformLevel(env: NodeJS.ProcessEnv): Level | undefined {
  const given = (filledTextOf(env.TF_LOG_PROVIDER) ?? filledTextOf(env.TF_LOG))?.toLowerCase();
  if (given === undefined || given === 'off') return undefined;
  return levels.find((each) => each === given) ?? 'trace';
}

/** Lines of JSON for Terraform, which reads the stderr of a provider. */
export function terraformSink(env: NodeJS.ProcessEnv): Sink[] {
  const level = terraformLevel(env);
  return level === undefined
    ? []
    : [{ level, write: (entry) => process.stderr.write(`${formatJson(entry)}\n`) }];
}

export class LogFileError extends Error {}

/**
 * The file that the environment names: every line of every program is appended to it with one write, so that processes may share it.
 * Only this user can read a file that it creates.
 *
 * Throws a {@link LogFileError} for a file that cannot be opened: work whose record is wanted does not begin without it.
 *
 * @param warn - called once, when a line cannot be written: what has begun goes on
 */
export function fileSink(env: NodeJS.ProcessEnv, warn: (text: string) => void): Sink[] {
  const path = filledTextOf(env[logFileVariable]);
  if (path === undefined) return [];
  const file = openLog(path);
  let hasFailed = false;
  const write = (entry: Entry) => {
    const line = Buffer.from(`${formatJson(entry)}\n`);
    try {
      if (writeSync(file, line) < line.length) throw new Error('the disk took only a part of a line');
    } catch (error) {
      if (!hasFailed) warn(`${logFileVariable}: lines are missing in ${path}: ${messageOf(error)}.`);
      hasFailed = true;
    }
  };
  const close = () => closeSync(file);
  return [{ level: 'trace', write, close }];
}

function openLog(path: string): number {
  try {
    // Not to wait for the reader of a pipe. Windows has no such flag.
    const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;
    return openSync(path, (O_WRONLY ?? 1) | (O_APPEND ?? 0) | (O_CREAT ?? 0) | O_NONBLOCK, 0o600);
  } catch (error) {
    throw new LogFileError(
      `${logFileVariable} is ${JSON.stringify(path)}, and it cannot be opened to append to it: ${messageOf(error)}. Name a file in a ` +
        'folder that exists and that this user may write to, or unset the variable.',
    );
  }
}

import type { EdgeClient } from '../client';
import type { Configuration } from '../drivers/configuration';
import type { Sink } from '../drivers/log/sinks';
import { notify, warn } from './terminal';

/** The command that runs, and whether it shows its calls: `--verbose`, an option of the program. */
let running = { command: '', isVerbose: false };

export function setVerbosity(command: string, isVerbose: boolean): void {
  running = { command, isVerbose };
}

/** The client of a command: its calls are in the log file of the environment and, if the user wants to see them, on stderr. */
export async function openCommandService(
  configuration: Configuration,
  options: { readonly retryTimeoutMs?: number; readonly timeoutMs?: number } = {},
): Promise<{
  readonly client: EdgeClient;
  readonly isVerbose: boolean;
  readonly close: () => Promise<void>;
}> {
  const { formatText } = await import('../drivers/log/fields.js');
  const { Log } = await import('../drivers/log/log.js');
  const { openLogFile, openService } = await import('../drivers/service.js');
  const { command, isVerbose } = running;
  const file = openLogFile(process.env, warn);
  if ('problem' in file) throw new Error(`${file.problem.summary}: ${file.problem.detail}`);
  const write: Sink['write'] = (entry) => {
    // A line of progress may be on the terminal.
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
    notify(formatText(entry));
  };
  const shown: Sink = { level: 'trace', write };
  const log = new Log(isVerbose ? [shown, ...file.sinks] : file.sinks, {
    program: 'cli',
    pid: process.pid,
    operation: command,
  });
  const client = openService(configuration, log, ['cli', command], options);
  const close = async () => {
    await client.close();
    log.end();
  };
  return { client, isVerbose, close };
}

import { startProgram } from '../../ground/program';
import { codeOf, messageOf } from '../../ground/words';

export interface Answer {
  readonly stdout: string;
  /** Why it could not be run to its end, such as `EACCES`; undefined if it ended by itself, whatever its exit status. */
  readonly failure: string | undefined;
}

/** Enough for any of the programs on a busy machine. */
const timeoutMs = 60_000;

/** Runs a program and waits for its end. */
export async function askProgram(
  path: string,
  parameters: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Answer> {
  try {
    const { child, finished } = startProgram(path, parameters, { env, timeoutMs });
    const { code, stdout, stderr } = await finished;
    if (child.killed) return { stdout, failure: `no end after ${timeoutMs / 1000} seconds` };
    const isKilled = code === -1;
    return {
      stdout,
      failure: isKilled ? `Command failed: ${[path, ...parameters].join(' ')}\n${stderr}` : undefined,
    };
  } catch (error) {
    const code = codeOf(error);
    return { stdout: '', failure: typeof code === 'string' ? code : messageOf(error) };
  }
}

import { closeSync, openSync, readSync } from 'node:fs';
import { EdgeClient } from '../client';
import { userAgentOf } from '../client/options';
import { errorAt, type Diagnostic } from '../schema';
import type { Configuration } from './configuration';
import type { Log } from './log/log';
import { fileSink, LogFileError, type Sink } from './log/sinks';

/** Makes a client that names its program to the service, and whose calls are in the log. */
export function openService(
  configuration: Configuration,
  log: Log,
  details: readonly string[],
  options: { readonly retryTimeoutMs?: number; readonly timeoutMs?: number } = {},
): EdgeClient {
  const userAgent = userAgentOf(details);
  const { observer } = log;
  const { baseUrl, requestsPer5Minutes, retryTimeoutMs } = { ...configuration, ...options };
  const client = new EdgeClient({
    ...configuration,
    ...options,
    userAgent,
    ...(observer !== undefined && { observer }),
  });
  log.write('info', 'API', {
    base_url: baseUrl,
    user_agent: userAgent,
    requests_per_5_minutes: requestsPer5Minutes,
    retry_timeout_seconds: retryTimeoutMs === undefined ? undefined : retryTimeoutMs / 1000,
  });
  return client;
}

/** The details of Terraform and of the host that wrote the configuration in this folder, as far as they are known. */
export function deployDetails(terraformVersion?: string): string[] {
  const isVersion = terraformVersion !== undefined && /^[\w.+-]{1,40}$/.test(terraformVersion);
  return [...(isVersion ? [`terraform/${terraformVersion}`] : []), ...hostOf('cdk.tf.json')];
}

/** The last version of cdktf has the minor version 21; its fork goes on from there. */
const lastOfCdktf = 21;

/** The host, by the metadata at the beginning of what it synthesized: they name the version after the overrides of the stack. None for HCL. */
function hostOf(path: string): string[] {
  try {
    const [, major = '', minor = '', patch = ''] =
      /^\{\n {2}"\/\/": \{[^]*?\n {6}"version": "(\d+)\.(\d+)\.([\w.-]+)"/.exec(startOf(path)) ?? [];
    if (major === '') return [];
    const host = major === '0' && Number(minor) <= lastOfCdktf ? 'cdktf' : 'cdktn';
    return [`${host}/${major}.${minor}.${patch}`];
  } catch {
    return ['hcl'];
  }
}

function startOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(64 * 1024);
    return start.toString('utf8', 0, readSync(file, start));
  } finally {
    closeSync(file);
  }
}

/** Opens the sink of the log file that the environment names, or says why there is none. */
export function openLogFile(
  env: NodeJS.ProcessEnv,
  warn: (text: string) => void,
): { readonly sinks: readonly Sink[] } | { readonly problem: Diagnostic } {
  try {
    return { sinks: fileSink(env, warn) };
  } catch (error) {
    if (!(error instanceof LogFileError)) throw error;
    return { problem: errorAt([], 'Cannot open the log file', error.message) };
  }
}

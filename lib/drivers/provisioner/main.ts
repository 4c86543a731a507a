import { join } from 'node:path';
import type { EdgeClient } from '../../client';
import { resources } from '../../resources';
import { DiagnosticError, errorAt, type Diagnostic } from '../../schema';
import { resolveConfiguration } from '../configuration';
import { explainAny, explainClientError } from '../explain';
import { formatText, objectFields } from '../log/fields';
import { Log } from '../log/log';
import { terraformLevel, type Sink } from '../log/sinks';
import { deployDetails, openLogFile, openService } from '../service';
import { warnOfWaits } from '../waits';
import { MemoStore } from './memo-store';
import { Report } from './report';
import { commands, parseTriggers, readAttributes, variables, type Triggers } from './request';
import type { Request } from './operation';
import { runCommand } from './commands';
import { secretTexts } from './secrets';
import { own } from '../../ground/record';

/** Runs `node runner.js create|apply|remember|delete`, with its input in the environment, see request.ts. */
async function main(): Promise<number> {
  const { env, argv } = process;
  const secrets = read(variables.secrets);
  const report = new Report((text) => process.stdout.write(text), secretTexts(secrets));
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop.abort(new Error('Terraform was interrupted')));
  let client: EdgeClient | undefined;
  let log: Log | undefined;
  try {
    const file = openLogFile(env, (text) => report.print(text));
    if ('problem' in file) throw new DiagnosticError([file.problem]);
    const opened = new Log([...printedSink(env, report), ...file.sinks], {
      program: 'provisioner',
      pid: process.pid,
    });
    log = opened;
    const command = commands.find((each) => each === argv[2]);
    const resource = resources.find(({ contract }) => contract.typeName === env[variables.type]);
    if (command === undefined || resource === undefined) throw new DiagnosticError([calledByHand]);
    const triggers = read(variables.attributes);
    const { typeName, attributes } = resource.contract;
    const describe = () => ({
      operation: command,
      resource_type: typeName,
      ...objectFields([readAttributes(attributes, triggers).values]),
    });
    const request: Request<EdgeClient> = {
      command,
      resource,
      triggers,
      secrets,
      origin: read(variables.origin),
      address: env[variables.address] ?? '',
      memory: new MemoStore(join(__dirname, '.memory', env[variables.workspace] ?? 'default')),
      report,
      service: () =>
        (client = openService(resolve().configuration, opened, ['provisioner', ...deployDetails()])),
      settings: () => resolve().settings,
      signal: stop.signal,
    };
    await opened.run(describe, () => runCommand(request));
    return 0;
  } catch (error) {
    for (const each of explain(error)) report.diagnose(each);
    return 1;
  } finally {
    const warning = client && warnOfWaits(client.waits);
    if (warning !== undefined) report.diagnose(warning);
    await client?.close();
    log?.end();
  }
}

function read(variable: string): Triggers {
  const text = own(process.env, variable);
  return text === undefined ? {} : parseTriggers(text, variable);
}

/** The sink of log lines in the output of the runner. Terraform shows what local-exec prints, and has no log of it: the lines are for people. */
function printedSink(env: NodeJS.ProcessEnv, report: Report): Sink[] {
  const level = terraformLevel(env);
  const write: Sink['write'] = (entry) => report.print(formatText(entry));
  return level === undefined ? [] : [{ level, write }];
}

function resolve() {
  const resolved = resolveConfiguration({}, process.env);
  if ('configuration' in resolved) return resolved;
  throw new DiagnosticError(resolved.problems);
}

function explain(error: unknown): readonly Diagnostic[] {
  return explainAny(error, 'runner', explainClientError);
}

const calledByHand = errorAt(
  [],
  'Invalid call of the runner',
  'A synthesized stack calls this runner through local-exec. Deploy the stack; do not call the runner yourself.',
);

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    const report = new Report((text) => process.stdout.write(text), []);
    for (const each of explain(error)) report.diagnose(each);
    process.exitCode = 1;
  },
);

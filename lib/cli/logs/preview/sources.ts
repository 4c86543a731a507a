import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isAboutSyntax, isObject } from '../../../ground/json';
import { messageOf } from '../../../ground/words';
import { connected } from '../../connection';
import { readJsonFile } from '../../files';
import { findOwner } from '../../owners';
import { toClientScope } from '../../../resources/logpush-job/scope';
import { chooseHost } from '../../project/host';
import { outputFolder, stackFile } from '../../project/stacks';
import { ofRules } from './custom-fields';
import { chooseJob, jobConfig, jobsIn, type JobConfig } from './job-config';
import type { JobOwner } from './options';
import { jobNames, type Stack } from './stack';

/** The job in a JSON file; undefined where the file has a filter instead. */
export async function readJobFile(
  path: string,
  requested: string | undefined,
): Promise<JobConfig | undefined> {
  const value = await readJsonFile(path).catch((error: unknown) => {
    // A filter in a file may be an expression.
    if (isAboutSyntax(error)) return undefined;
    throw error;
  });
  if (value === undefined || (isObject(value) && 'where' in value)) return undefined;
  return chooseJob(jobsIn(value, path), requested, path);
}

/** @param option - that selects the job, for the message */
export async function readDeployedJob(
  { kind, owner, baseUrl }: JobOwner,
  requested: string | undefined,
  option?: string,
): Promise<JobConfig> {
  return connected({ option: `--${kind}`, values: [owner] }, baseUrl, async ({ client }) => {
    const { id } = await findOwner(client, kind, owner);
    const jobs = await client.logpush
      .list(toClientScope({ kind, id }))
      .catch(cannotRead(`jobs of the ${kind}`));
    const job = chooseJob(
      jobs.map((each) => ({
        names: [...(each.name === null ? [] : [each.name]), String(each.id)],
        job: each,
      })),
      requested,
      `${kind} ${owner}`,
      option,
    );
    const hasCustomFields = kind === 'zone' && job.dataset === 'http_requests';
    const ruleset = hasCustomFields
      ? await client.rulesets
          .entryPoint(id, 'http_log_custom_fields')
          .catch(cannotRead('custom fields of the zone'))
      : undefined;
    const customFields = ofRules(ruleset?.rules ?? []);
    return { ...jobConfig(job, job.name ?? String(job.id), customFields), scope: kind, isDeployed: true };
  });
}

/**
 * @param path - of a cdk.tf.json, its folder, or the output folder of an app; by default the output folder of the app in
 * the current folder. Of several stacks the only one with jobs is chosen.
 * @param requested - the job that the stack must have
 */
export async function readStack(path: string | undefined, requested: string | undefined): Promise<Stack> {
  const folder = path ?? outputFolder('.');
  const [only, ...more] = await Promise.all((await findConfigurations(folder)).map(readConfiguration));
  if (only === undefined) throw new Error(`--stack: ${folder} has no cdk.tf.json. ${synthesize()}`);
  if (more.length === 0) return only;
  const all = [only, ...more].map((stack) => ({ stack, jobs: jobNames(stack, requested) }));
  const [found, ...others] = all.filter(({ jobs }) => jobs.length > 0);
  const job = requested === undefined ? 'log-delivery job' : `job "${requested}"`;
  if (found === undefined)
    throw new Error(
      `--stack: no stack in ${folder} has a ${job}. Its stacks are ${all.map(({ stack }) => dirname(stack.path)).join(', ')}.`,
    );
  if (others.length === 0) return found.stack;
  const list = [found, ...others].map(({ stack, jobs }) => `${dirname(stack.path)} (${jobs.join(', ')})`);
  throw new Error(
    `--stack: ${list.length} stacks in ${folder} have a ${job}: ${list.join(', ')}. Pass the folder of one of them${requested === undefined ? ', or choose the job with --job' : ''}.`,
  );
}

async function readConfiguration(path: string): Promise<Stack> {
  const content = await readJsonFile(path).catch((error: unknown) => {
    if (!isAboutSyntax(error)) throw error;
    throw new Error(`--stack: ${path} is not a stack. Put the files with samples before --stack.`, {
      cause: error,
    });
  });
  if (!isObject(content)) throw new Error(`${path} is not a stack: its content is not a JSON object.`);
  return { content, path, environment: process.env };
}

export async function isFolder(path: string): Promise<boolean | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory();
}

/** The cdk.tf.json of each stack. */
async function findConfigurations(path: string): Promise<readonly string[]> {
  const isParent = await isFolder(path);
  if (isParent === undefined) throw new Error(`--stack: there is no ${path}. ${synthesize()}`);
  if (!isParent) return [path];
  const names = await readdir(path);
  if (names.includes(stackFile)) return [join(path, stackFile)];
  const stacks = names.includes('stacks') ? join(path, 'stacks') : path;
  const found = await Promise.all(
    (await readdir(stacks)).sort().map(async (name) => {
      const file = join(stacks, name, stackFile);
      return (await isFolder(file)) === false ? [file] : [];
    }),
  );
  return found.flat();
}

const synthesize = () => `Run ${chooseHost(undefined, '.')} synth, and pass cdktf.out/stacks/<stack>.`;

function cannotRead(what: string): (error: unknown) => never {
  return (error) => {
    throw new Error(`cannot read the ${what}: ${messageOf(error)}`, { cause: error });
  };
}

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CustomFields } from '../../../logs';
import { connect } from '../../connection';
import { isObject, readJsonFile, reasonOf } from '../json-file';
import { ofRules, parseCustomFields } from './custom-fields';
import { chooseJob, jobConfig, jobsIn, type JobConfig } from './job-config';
import type { JobOwner } from './options';
import type { Stack } from './stack';

/** The job in a JSON file; undefined where the file has a filter instead. */
export async function readJobFile(
  path: string,
  requested: string | undefined,
): Promise<JobConfig | undefined> {
  const value = await readJsonFile(path).catch((error: unknown) => {
    // A filter in a file may be an expression.
    if (error instanceof Error && error.cause instanceof SyntaxError) return undefined;
    throw error;
  });
  if (value === undefined || (isObject(value) && 'where' in value)) return undefined;
  return chooseJob(jobsIn(value, path), requested, path);
}

/** @param option - that selects the job, for the message */
export async function readDeployedJob(
  { kind, id, baseUrl }: JobOwner,
  requested: string | undefined,
  option?: string,
): Promise<JobConfig> {
  const { client, close } = await connect({ option: `--${kind}`, values: [id] }, baseUrl);
  try {
    const scope = kind === 'zone' ? { zoneId: id } : { accountId: id };
    const jobs = await client.logpush.list(scope).catch(cannotRead(`jobs of the ${kind}`));
    const job = chooseJob(
      jobs.map((each) => ({
        names: [...(each.name === null ? [] : [each.name]), String(each.id)],
        job: each,
      })),
      requested,
      `${kind} ${id}`,
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
  } finally {
    await close();
  }
}

export async function readCustomFields(path: string): Promise<CustomFields> {
  return parseCustomFields(await readJsonFile(path), path);
}

/** @param path - of a cdk.tf.json, its folder, or the output folder of an app with one stack */
export async function readStack(path: string): Promise<Stack> {
  const file = await findConfiguration(path);
  const content = await readJsonFile(file);
  if (!isObject(content)) throw new Error(`${file} is not a stack: its content is not a JSON object.`);
  return { content, path: file, environment: process.env };
}

export async function isFolder(path: string): Promise<boolean | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory();
}

async function findConfiguration(path: string): Promise<string> {
  const isParent = await isFolder(path);
  if (isParent === undefined) throw new Error(`--stack: there is no ${path}. ${synthesize}`);
  if (!isParent) return path;
  const names = await readdir(path);
  if (names.includes('cdk.tf.json')) return join(path, 'cdk.tf.json');
  const folder = names.includes('stacks') ? join(path, 'stacks') : path;
  const stacks = names.includes('stacks') ? await readdir(folder) : [];
  const [only, ...more] = stacks;
  if (only !== undefined && more.length === 0) return findConfiguration(join(folder, only));
  const fix =
    stacks.length === 0
      ? synthesize
      : `Pass one of its stacks: ${stacks.map((each) => join(folder, each)).join(', ')}.`;
  throw new Error(`--stack: ${path} has no cdk.tf.json. ${fix}`);
}

const synthesize = 'Run cdktf synth, and pass cdktf.out/stacks/<stack>.';

function cannotRead(what: string): (error: unknown) => never {
  return (error) => {
    throw new Error(`cannot read the ${what}: ${reasonOf(error)}`, { cause: error });
  };
}

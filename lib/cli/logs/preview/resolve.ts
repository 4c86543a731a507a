import { availableParallelism } from 'node:os';
import type { PreviewMode, PreviewedJob } from '../../../logs';
import { readJsonFile } from '../../files';
import { readFilterArgument } from '../filter-file';
import type { Assertion } from './assertion';
import { findSamples, type Sample } from './blocks';
import { parseCustomFields } from './custom-fields';
import { jobConfig, jobKeys, type JobConfig } from './job-config';
import {
  modeOf,
  outputOf,
  ownerOf,
  pathsOf,
  type JobOptions,
  type Overrides,
  type PreviewOptions,
  type PreviewOutput,
} from './options';
import { prepareJob, withFilter, type PreparedJob } from './prepare';
import { isFolder, readDeployedJob, readJobFile, readStack } from './sources';
import { stackJob } from './stack';

/** Everything that a preview needs: nothing of the command line is read after this. */
export interface PreviewJob {
  readonly samples: readonly Sample[];
  readonly job: PreviewedJob;
  readonly against: PreviewedJob | undefined;
  readonly mode: PreviewMode;
  readonly output: PreviewOutput;
  readonly assertions: readonly Assertion[];
  readonly threads: number;
  /** Sentences for the user before the first line. */
  readonly notes: readonly string[];
}

/** @throws an Error for options that contradict each other, or that leave out what is delivered: before anything is read */
export async function resolvePreview(given: readonly string[], options: PreviewOptions): Promise<PreviewJob> {
  const [output, mode] = [outputOf(options), modeOf(options)];
  const [source, compare, paths] = [sourceOf(options), comparisonOf(options), pathsOf(given)];
  const prepared = await readJob(source, options);
  const against = await compare?.(prepared);
  const jobs = against === undefined ? [prepared] : [prepared, against];
  const showsLines = output === 'lines' && mode !== 'why';
  const notes = jobs.flatMap((each) => [...each.notes, ...(showsLines ? each.lineNotes : [])]);
  return {
    samples: await findSamples(paths),
    job: prepared.job,
    against: against?.job,
    mode,
    output,
    assertions: options.assert ?? [],
    threads: options.jobs ?? Math.min(availableParallelism(), mostThreads),
    notes: [...new Set(notes)],
  };
}

/** Number of threads without `--jobs`: more need memory, and wait for the one that reads and writes. */
const mostThreads = 4;

export async function readJob(
  readConfig: () => Promise<JobConfig>,
  overrides: Overrides,
): Promise<PreparedJob> {
  const { filter, customFields, customFieldLimits: limits } = overrides;
  const config = await readConfig();
  return prepareJob(
    customFields === undefined
      ? config
      : {
          ...config,
          customFields: parseCustomFields(await readJsonFile(customFields), customFields, limits),
        },
    overrides,
    filter === undefined ? undefined : await readFilterArgument(filter),
  );
}

/** Reads the job that the options choose: of a file, of a stack, a deployed one, or one of `--filter` and `--fields` alone. */
export function sourceOf(options: JobOptions): () => Promise<JobConfig> {
  const { jobFile, stack, job: requested, filter, fields } = options;
  if (jobFile !== undefined && stack !== undefined)
    throw new Error('--job-file and --stack both select the job. Use only one of them.');
  if (jobFile !== undefined) return () => readOnlyJob(jobFile, requested);
  if (stack !== undefined)
    return async () => {
      const found = await readStack(stack === true ? undefined : stack, requested);
      return stackJob(found, requested, options);
    };
  const owner = ownerOf(options);
  if (owner !== undefined) return () => readDeployedJob(owner, requested);
  if (requested !== undefined)
    throw new Error(
      '--job selects one of several jobs. Add where they are: --job-file, --stack, --zone or --account.',
    );
  if (filter === undefined && fields === undefined)
    throw new Error(
      'there is no job to preview. Add a job (--job-file, --stack, --zone or --account), or --filter and --fields.',
    );
  return () => Promise.resolve(jobConfig({}, '', undefined));
}

async function readOnlyJob(path: string, requested: string | undefined): Promise<JobConfig> {
  const config = await readJobFile(path, requested);
  if (config !== undefined) return config;
  throw new Error(
    `--job-file ${path}: it is not a log-delivery job: it has none of ${jobKeys.join(', ')}. Pass a filter with --filter.`,
  );
}

/** Reads the job to compare with: a deployed one, a stack, a file with a job or a filter, or a filter. */
function comparisonOf(options: PreviewOptions): ((first: PreparedJob) => Promise<PreparedJob>) | undefined {
  const { against, job, jobFile, stack, scope, customFieldLimits } = options;
  if (against === undefined) return undefined;
  const limited = { customFieldLimits };
  // No expression begins like this.
  const [isDeployed, named] = /^api(?::(.+))?$/.exec(against) ?? [];
  if (isDeployed !== undefined) {
    const owner = ownerOf(options);
    if (owner === undefined)
      throw new Error(
        '--against api compares with the deployed job. Add its zone with --zone, or its account with --account.',
      );
    const requested = named ?? (jobFile === undefined && stack === undefined ? job : undefined);
    // By default the one with the name of the first.
    return async ({ name }) =>
      prepareJob(await readDeployedJob(owner, requested ?? name, '--against api'), limited);
  }
  return async (first) => {
    const isStack = await isFolder(against);
    if (isStack === true) return prepareJob(stackJob(await readStack(against, job), job), limited);
    const config = isStack === false ? await readJobFile(against, job) : undefined;
    if (config !== undefined) return prepareJob({ scope, ...config, customFields: first.job.customFields });
    return withFilter(first, await readFilterArgument(against));
  };
}

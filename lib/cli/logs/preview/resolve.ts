import type { PreviewMode, PreviewedJob } from '../../../logs';
import { readFilterArgument } from '../filter-file';
import type { Assertion } from './assertion';
import { findSamples, type Sample } from './blocks';
import { jobConfig, jobKeys, type JobConfig } from './job-config';
import type { Comparison, JobSource, Overrides, PreviewOutput, PreviewRequest } from './options';
import { prepareJob, withFilter, type PreparedJob } from './prepare';
import { isFolder, readCustomFields, readDeployedJob, readJobFile, readStack } from './sources';
import { stackJob } from './stack';

/** Everything that a preview needs: nothing of the command line is read after this. */
export interface PreviewJob {
  readonly samples: readonly Sample[];
  readonly job: PreviewedJob;
  /** The job to compare with. */
  readonly against: PreviewedJob | undefined;
  readonly mode: PreviewMode;
  readonly output: PreviewOutput;
  readonly assertions: readonly Assertion[];
  readonly threads: number;
  /** What the user should know before the first line: sentences. */
  readonly notes: readonly string[];
}

/** Reads the jobs and filters that the command line names, and finds the samples. */
export async function resolvePreview(request: PreviewRequest): Promise<PreviewJob> {
  const { source, overrides, against: comparison, paths, mode, output, assertions, threads } = request;
  const prepared = await readJob(source, overrides);
  const against =
    comparison === undefined ? undefined : await readComparison(comparison, prepared, overrides);
  const jobs = against === undefined ? [prepared] : [prepared, against];
  const showsLines = output === 'lines' && mode !== 'why';
  const notes = jobs.flatMap((each) => [...each.notes, ...(showsLines ? each.lineNotes : [])]);
  return {
    samples: await findSamples(paths),
    job: prepared.job,
    against: against?.job,
    mode,
    output,
    assertions,
    threads,
    notes: [...new Set(notes)],
  };
}

/** Reads a job, and what replaces parts of it. */
export async function readJob(source: JobSource, overrides: Overrides): Promise<PreparedJob> {
  const { filter, customFields, customFieldLimits: limits } = overrides;
  const config = await readConfig(source, overrides);
  return prepareJob(
    customFields === undefined
      ? config
      : { ...config, customFields: await readCustomFields(customFields, limits) },
    overrides,
    filter === undefined ? undefined : await readFilterArgument(filter),
  );
}

async function readConfig(source: JobSource, overrides: Overrides): Promise<JobConfig> {
  switch (source.kind) {
    case 'file': {
      const config = await readJobFile(source.path, source.requested);
      if (config !== undefined) return config;
      throw new Error(
        `--job-file ${source.path}: it is not a log-delivery job: it has none of ${jobKeys.join(', ')}. Pass a filter with --filter.`,
      );
    }
    case 'stack':
      return stackJob(await readStack(source.path, source.requested), source.requested, overrides);
    case 'deployed':
      return readDeployedJob(source.owner, source.requested);
    case 'options':
      return jobConfig({}, '', undefined);
    default:
      return source satisfies never;
  }
}

async function readComparison(
  comparison: Comparison,
  first: PreparedJob,
  { scope, customFieldLimits }: Overrides,
): Promise<PreparedJob> {
  const { requested } = comparison;
  const limited = { customFieldLimits };
  if (comparison.kind === 'deployed')
    return prepareJob(
      await readDeployedJob(comparison.owner, requested ?? first.name, '--against api'),
      limited,
    );
  const { argument } = comparison;
  const isStack = await isFolder(argument);
  if (isStack === true) return prepareJob(stackJob(await readStack(argument, requested), requested), limited);
  const config = isStack === false ? await readJobFile(argument, requested) : undefined;
  if (config !== undefined) return prepareJob({ scope, ...config, customFields: first.job.customFields });
  return withFilter(first, await readFilterArgument(argument));
}

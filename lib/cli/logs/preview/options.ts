import type { CustomFieldLimitSet, DatasetScope, PreviewMode } from '../../../logs';
import { isAboutComparison, type Assertion } from './assertion';

/** The options that choose a job and replace parts of it, as commander reads them. */
export interface JobOptions {
  readonly filter?: string;
  readonly fields?: string;
  readonly dataset?: string;
  readonly job?: string;
  readonly jobFile?: string;
  /** True without a folder. */
  readonly stack?: string | true;
  readonly scope?: DatasetScope;
  readonly zone?: string;
  readonly account?: string;
  readonly baseUrl?: string;
}

/** The options of `logs preview`. */
export interface PreviewOptions extends JobOptions {
  readonly timestamps?: string;
  readonly customFields?: string;
  readonly customFieldLimits?: CustomFieldLimitSet;
  readonly against?: string;
  readonly count?: true;
  readonly why?: true;
  readonly json?: true;
  readonly assert?: readonly Assertion[];
  readonly jobs: number;
}

/** What the command line asks for, free of contradictions. Nothing has been read yet. */
export interface PreviewRequest {
  readonly source: JobSource;
  readonly overrides: Overrides;
  readonly against: Comparison | undefined;
  /** Paths of the samples; `-` is stdin. */
  readonly paths: readonly string[];
  readonly mode: PreviewMode;
  readonly output: PreviewOutput;
  readonly assertions: readonly Assertion[];
  readonly threads: number;
}

/** What goes to stdout: the lines themselves, or how many there are of each kind. */
export type PreviewOutput = 'lines' | 'counts' | 'counts as JSON';

/** Where the job is read from. `requested` is the name or id of one of several. */
export type JobSource =
  | { readonly kind: 'file'; readonly path: string; readonly requested?: string }
  /** Without a path, in the output folder of the app. */
  | { readonly kind: 'stack'; readonly path: string | undefined; readonly requested?: string }
  | { readonly kind: 'deployed'; readonly owner: JobOwner; readonly requested?: string }
  /** `--filter` and `--fields` make up the job. */
  | { readonly kind: 'options' };

/** The zone or account of a deployed job. */
export interface JobOwner {
  readonly kind: DatasetScope;
  /** Its ID or name. */
  readonly owner: string;
  readonly baseUrl?: string;
}

/** What replaces a part of the job. */
export interface Overrides {
  /** An expression, JSON, or the path of a file with either. */
  readonly filter?: string;
  readonly fields?: readonly string[];
  readonly timestamps?: string;
  readonly dataset?: string;
  readonly scope?: DatasetScope;
  /** Path of a file. */
  readonly customFields?: string;
  readonly customFieldLimits?: CustomFieldLimitSet;
}

/** The job to compare with. */
export type Comparison =
  /** A deployed job; by default the one with the name of the first. */
  | { readonly kind: 'deployed'; readonly owner: JobOwner; readonly requested?: string }
  /** A stack, a file with a job or a filter, or a filter: which one it is, the file system decides. */
  | { readonly kind: 'argument'; readonly argument: string; readonly requested?: string };

/** @throws an Error for options that contradict each other, or that leave out what is delivered */
export function parsePreviewOptions(paths: readonly string[], options: PreviewOptions): PreviewRequest {
  const { assert: assertions = [], jobs: threads } = options;
  const overrides = overridesOf(options);
  return {
    output: outputOf(options),
    mode: modeOf(options, assertions),
    source: sourceOf(options),
    overrides,
    against: comparisonOf(options),
    paths: pathsOf(paths),
    assertions,
    threads,
  };
}

function outputOf({ json, count }: PreviewOptions): PreviewOutput {
  if (json === true && count !== true)
    throw new Error('--json requires --count: without it, the output is JSON already.');
  if (json === true) return 'counts as JSON';
  return count === true ? 'counts' : 'lines';
}

function modeOf({ count, why, against }: PreviewOptions, assertions: readonly Assertion[]): PreviewMode {
  const comparing = assertions.find(isAboutComparison);
  if (against === undefined && comparing !== undefined)
    throw new Error(
      `--assert "${comparing.text}" compares two jobs. Add --against with the job to compare with.`,
    );
  if (why === true && against !== undefined)
    throw new Error(
      '--why explains what one job drops, and --against compares two jobs. Use only one of them.',
    );
  if (why === true) return 'why';
  if (against !== undefined) return 'difference';
  return count === true ? 'nothing' : 'records';
}

/** Where the job is that the options choose. */
export function sourceOf({ jobFile, stack, job: requested, ...options }: JobOptions): JobSource {
  if (jobFile !== undefined && stack !== undefined)
    throw new Error('--job-file and --stack both select the job. Use only one of them.');
  if (jobFile !== undefined) return { kind: 'file', path: jobFile, requested };
  if (stack !== undefined) return { kind: 'stack', path: stack === true ? undefined : stack, requested };
  const owner = ownerOf(options);
  if (owner !== undefined) return { kind: 'deployed', owner, requested };
  if (requested !== undefined)
    throw new Error(
      '--job selects one of several jobs. Add where they are: --job-file, --stack, --zone or --account.',
    );
  if (options.filter === undefined && options.fields === undefined)
    throw new Error(
      'there is no job to preview. Add a job (--job-file, --stack, --zone or --account), or --filter and --fields.',
    );
  return { kind: 'options' };
}

function ownerOf({ zone, account, baseUrl }: JobOptions): JobOwner | undefined {
  if (zone !== undefined && account !== undefined)
    throw new Error('--zone and --account both say where the deployed job is. Use only one of them.');
  if (account !== undefined) return { kind: 'account', owner: account, baseUrl };
  return zone === undefined ? undefined : { kind: 'zone', owner: zone, baseUrl };
}

function overridesOf(options: PreviewOptions): Overrides {
  const { timestamps, customFields, customFieldLimits } = options;
  return { ...jobOverrides(options), timestamps, customFields, customFieldLimits };
}

/** What replaces parts of any job. */
export function jobOverrides({ filter, fields, dataset, scope }: JobOptions): Overrides {
  const names = fields
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return { filter, fields: names, dataset, scope };
}

function comparisonOf(options: PreviewOptions): Comparison | undefined {
  const { against, job, jobFile, stack } = options;
  if (against === undefined) return undefined;
  // No expression begins like this.
  const [isDeployed, requested] = /^api(?::(.+))?$/.exec(against) ?? [];
  if (isDeployed === undefined) return { kind: 'argument', argument: against, requested: job };
  const owner = ownerOf(options);
  if (owner === undefined)
    throw new Error(
      '--against api compares with the deployed job. Add its zone with --zone, or its account with --account.',
    );
  const isSameSource = jobFile === undefined && stack === undefined;
  return {
    kind: 'deployed',
    owner,
    requested: requested ?? (isSameSource ? job : undefined),
  };
}

function pathsOf(paths: readonly string[]): readonly string[] {
  if (paths.filter((path) => path === '-').length > 1)
    throw new Error('"-" is stdin, which can be read only once. Pass it once.');
  return paths.length === 0 ? ['-'] : paths;
}

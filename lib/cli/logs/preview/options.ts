import type { CustomFieldLimitSet, DatasetScope, PreviewMode } from '../../../logs';
import { isAboutComparison, type Assertion } from './assertion';

export interface Overrides {
  /** An expression, JSON, or the path of a file with either. */
  readonly filter?: string;
  readonly fields?: readonly string[];
  readonly timestamps?: string;
  readonly dataset?: string;
  readonly scope?: DatasetScope;
  readonly customFields?: string;
  readonly customFieldLimits?: CustomFieldLimitSet;
}

export interface JobOptions extends Overrides {
  readonly job?: string;
  readonly jobFile?: string;
  /** True without a folder. */
  readonly stack?: string | true;
  readonly zone?: string;
  readonly account?: string;
  readonly baseUrl?: string;
}

export interface PreviewOptions extends JobOptions {
  readonly against?: string;
  readonly count?: true;
  readonly why?: true;
  readonly json?: true;
  readonly assert?: readonly Assertion[];
  readonly jobs?: number;
}

/** Output on stdout: the lines themselves, or how many there are of each kind. */
export type PreviewOutput = 'lines' | 'counts' | 'counts as JSON';

export interface JobOwner {
  readonly kind: DatasetScope;
  readonly owner: string;
  readonly baseUrl?: string;
}

export function outputOf({ json, count }: PreviewOptions): PreviewOutput {
  if (json === true && count !== true)
    throw new Error('--json requires --count: without it, the output is JSON already.');
  if (json === true) return 'counts as JSON';
  return count === true ? 'counts' : 'lines';
}

export function modeOf({ count, why, against, assert: assertions = [] }: PreviewOptions): PreviewMode {
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

export function ownerOf({ zone, account, baseUrl }: JobOptions): JobOwner | undefined {
  if (zone !== undefined && account !== undefined)
    throw new Error('--zone and --account both say where the deployed job is. Use only one of them.');
  if (account !== undefined) return { kind: 'account', owner: account, baseUrl };
  return zone === undefined ? undefined : { kind: 'zone', owner: zone, baseUrl };
}

export function pathsOf(paths: readonly string[]): readonly string[] {
  if (paths.filter((path) => path === '-').length > 1)
    throw new Error('"-" is stdin, which can be read only once. Pass it once.');
  return paths.length === 0 ? ['-'] : paths;
}

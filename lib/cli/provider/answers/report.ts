import type { AnswersReport, Difference, DifferenceKind } from '../../../client/answers';
import { plural } from '../../../ground/words';
import { prose, table, verdict, type Block } from '../../report/blocks';

/** What `--json` prints. It has no value, name or id of an account. */
export interface AnswersJson {
  readonly package: string;
  readonly zones: number;
  readonly accounts: number;
  readonly answers: number;
  readonly paths: readonly string[];
  readonly problems: number;
  readonly differences: readonly (Difference & { readonly is_problem: boolean })[];
}

export function describeAnswers(
  { answers, paths, differences: found }: AnswersReport,
  head: Pick<AnswersJson, 'package' | 'zones' | 'accounts'>,
): AnswersJson {
  const differences = found.map((each) => ({ ...each, is_problem: problems.has(each.kind) }));
  const count = differences.filter(({ is_problem: isProblem }) => isProblem).length;
  return { ...head, answers, paths, problems: count, differences };
}

/** What this version cannot read. Further members, words and refusals change nothing of what it does. */
const problems: ReadonlySet<DifferenceKind> = new Set([
  'unknown_path',
  'envelope',
  'paging',
  'type',
  'unreadable',
]);

/** The differences by path, and what to do with the report. */
export function reportAnswers(json: AnswersJson): readonly Block[] {
  const { answers, paths, zones, accounts, differences, problems: count } = json;
  return [
    prose(
      `edge-platform ${json.package}: ${plural(answers, 'answer')} of ${plural(paths.length, 'path')}, ${plural(zones, 'zone')} and ${plural(accounts, 'account')}.`,
    ),
    ...[...new Set(differences.map(({ path }) => path))].map((path) =>
      table<Difference>(
        {
          Difference: ({ kind }) => kind.replaceAll('_', ' '),
          At: ({ at }) => (at === '' ? '/' : at),
          Found: ({ found, expected }) => `${found} instead of ${expected}`,
          Times: ({ count: times }) => times,
        },
        differences.filter((each) => each.path === path),
        { title: `GET ${path}` },
      ),
    ),
    verdict(
      count === 0 ? 'good' : 'bad',
      differences.length === 0
        ? 'The answers are what this version expects.'
        : `${plural(differences.length, 'difference')}, of which this version cannot read ${count}. This text has no value, name or id of yours. Read it, and attach it to your report.`,
    ),
  ];
}

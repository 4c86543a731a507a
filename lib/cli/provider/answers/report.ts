import type { AnswersReport, Difference, DifferenceKind } from '../../../client/answers';
import { plural } from '../../../ground/words';
import { formatTable, joinParagraphs, wrapText } from '../../layout';

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
export function formatAnswers(json: AnswersJson, width: number): string {
  const { answers, paths, zones, accounts, differences } = json;
  const head = `edge-platform ${json.package}: ${plural(answers, 'answer')} of ${plural(paths.length, 'path')}, ${plural(zones, 'zone')} and ${plural(accounts, 'account')}.`;
  const parts = [...new Set(differences.map(({ path }) => path))].map((path) => {
    const rows = differences.filter((each) => each.path === path).map(rowOf);
    return [`GET ${path}`, ...formatTable(rows, { width: width - 2 }).map((line) => `  ${line}`)];
  });
  const verdict =
    differences.length === 0
      ? 'The answers are what this version expects.'
      : `${plural(differences.length, 'difference')}, of which this version cannot read ${json.problems}. This text has no value, name or id of yours. Read it, and attach it to your report.`;
  return joinParagraphs([wrapText(head, width), ...parts, wrapText(verdict, width)]);
}

function rowOf({ kind, at, expected, found, count }: Difference): string[] {
  const times = count === 1 ? '' : `, ${count} times`;
  return [kind.replaceAll('_', ' '), at === '' ? '/' : at, `${found} instead of ${expected}${times}`];
}

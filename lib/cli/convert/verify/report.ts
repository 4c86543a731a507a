import { formatNumber, groupedPlural } from '../../../ground/words';
import { formatTable, hangText, joinParagraphs, wrapText } from '../../layout';
import type { Fault } from './moves';
import { isFaithful, type Outcome, type Result } from './outcomes';

/** The answer of `convert --verify`. */
export interface ConversionVerification {
  readonly outcomes: readonly Outcome[];
  /** What is wrong with the project itself: it does not compile, Terraform refuses it, its state moves are incomplete. */
  readonly faults: readonly Fault[];
  /** What is planned against: the API's address, or an emulator in the state that the old state describes. */
  readonly against: string;
}

/** Whether nothing is lost or changed unexpectedly, and the project is in order. */
export function isVerified({ outcomes, faults }: ConversionVerification): boolean {
  return faults.length === 0 && isFaithful(outcomes);
}

const results: readonly Result[] = ['lost', 'changed', 'adopted', 'unchanged'];

/** The summary first, then a row for each old resource, the worst first. */
export function formatVerification(verification: ConversionVerification, width = 80): string {
  const { outcomes, faults, against } = verification;
  const counts = results.flatMap((result) => {
    const found = outcomes.filter((each) => each.result === result);
    const unexpected = result === 'changed' ? found.filter(({ isExpected }) => !isExpected).length : 0;
    const remark = unexpected === 0 ? '' : ` (${unexpected} unexpectedly)`;
    return found.length === 0 ? [] : [`${formatNumber(found.length)} ${result}${remark}`];
  });
  const verdict = isVerified(verification) ? 'Verified' : 'Not verified';
  const total = groupedPlural(outcomes.length, 'old resource');
  return joinParagraphs([
    wrapText(`${verdict} against ${against}: ${[total, ...counts].join(', ')}.`, width),
    faults.flatMap(({ subject, text }) => [
      ...hangText('- ', subject, width),
      ...text.split('\n').flatMap((line) => hangText('  ', line, width)),
    ]),
    outcomes.length === 0
      ? []
      : formatTable([['RESULT', 'OLD RESOURCE', 'WHY'], ...rowsOf(outcomes)], { width }),
  ]);
}

function rowsOf(outcomes: readonly Outcome[]): string[][] {
  const unexpectedFirst = [...outcomes].sort((a, b) => Number(a.isExpected) - Number(b.isExpected));
  return results.flatMap((result) => unexpectedFirst.filter((each) => each.result === result)).map(rowOf);
}

function rowOf({ address, result, isExpected, to, attributes, reason }: Outcome): string[] {
  const names = attributes.length === 0 ? '' : `: ${attributes.join(', ')}`;
  const successors = result === 'unchanged' || result === 'lost' ? '' : ` (${to.join(', ')})`;
  const shown = result === 'changed' && !isExpected ? 'CHANGED' : result;
  return [result === 'lost' ? 'LOST' : shown, address, `${reason}${names}${successors}`];
}

export function verificationJson(verification: ConversionVerification): object {
  const { outcomes, faults, against } = verification;
  return {
    verified: isVerified(verification),
    against,
    faults,
    resources: outcomes.map(({ isExpected, ...rest }) => ({ ...rest, expected: isExpected })),
  };
}

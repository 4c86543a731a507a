import { formatNumber, groupedPlural } from '../../../ground/words';
import { list, prose, table, type Block, type Columns } from '../../report/blocks';
import type { Fault } from './moves';
import { isFaithful, type VerifiedOutcome, type Result } from './outcomes';

/** The result of `convert --verify`. */
export interface ConversionVerification {
  readonly outcomes: readonly VerifiedOutcome[];
  /** The faults of the project itself: it does not compile, Terraform refuses it, its state moves are incomplete. */
  readonly faults: readonly Fault[];
  /** The service of the plan: the API's address, or an emulator with the old state. */
  readonly against: string;
}

/** Whether nothing is lost or changed unexpectedly, and the project is in order. */
export function isVerified({ outcomes, faults }: ConversionVerification): boolean {
  return faults.length === 0 && isFaithful(outcomes);
}

const results: readonly Result[] = ['lost', 'changed', 'adopted', 'unchanged'];

/** The report of a verification: the summary first, then a row for each old resource, the worst first. */
export function verificationBlocks(verification: ConversionVerification): readonly Block[] {
  const { outcomes, faults, against } = verification;
  const counts = results.flatMap((result) => {
    const found = outcomes.filter((each) => each.result === result);
    const unexpected = result === 'changed' ? found.filter(({ isExpected }) => !isExpected).length : 0;
    const remark = unexpected === 0 ? '' : ` (${unexpected} unexpectedly)`;
    return found.length === 0 ? [] : [`${formatNumber(found.length)} ${result}${remark}`];
  });
  const answer = isVerified(verification) ? 'Verified' : 'Not verified';
  const total = groupedPlural(outcomes.length, 'old resource');
  const unexpectedFirst = outcomes.toSorted((a, b) => Number(a.isExpected) - Number(b.isExpected));
  const columns: Columns<VerifiedOutcome> = {
    result: ({ result, isExpected }) =>
      result === 'lost' || (result === 'changed' && !isExpected) ? result.toUpperCase() : result,
    'old resource': ({ address }) => address,
    why: whyOf,
  };
  return [
    prose(`${answer} against ${against}: ${[total, ...counts].join(', ')}.`),
    list(faults.map(({ subject, text }) => ({ text: subject, below: [prose(...text.split('\n'))] }))),
    table(
      columns,
      results.flatMap((result) => unexpectedFirst.filter((each) => each.result === result)),
    ),
  ];
}

function whyOf({ result, to, attributes, reason }: VerifiedOutcome): string {
  const names = attributes.length === 0 ? '' : `: ${attributes.join(', ')}`;
  const successors = result === 'unchanged' || result === 'lost' ? '' : ` (${to.join(', ')})`;
  return `${reason}${names}${successors}`;
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

import {
  canonicalFilter,
  explainFilter,
  filterLimits,
  fitFilter,
  formatExpression,
  shortenFilter,
  sizeOfFilter,
  type Dataset,
  type Fault,
  type Filter,
  type Finding,
} from '../../logs';
import { hangText, proseWidth, wrapProse } from '../columns';
import { tellFaults } from './faults';
import type { FilterText, ReadFilter } from './filter';

/** What is to be said about a filter, as `--json` prints it. */
export interface FilterCheck {
  readonly dataset: string;
  /** Whether the service takes it: JSON as it is, an expression in the form that `where` sends. */
  readonly valid: boolean;
  readonly faults: readonly Fault[];
  /** The form that filters are compared in; null when there are faults, as all that follows. */
  readonly canonical: string | null;
  readonly expression: string | null;
  readonly operators: Meter | null;
  /** Of the canonical form. */
  readonly bytes: Meter | null;
  readonly findings: readonly Finding[];
  /** A form with fewer operators or bytes that delivers the same lines; null when none is known. */
  readonly shorter: Shorter | null;
}

interface Meter {
  readonly count: number;
  readonly limit: number;
}

interface Shorter {
  readonly canonical: string;
  readonly expression: string;
  readonly operators: number;
  readonly bytes: number;
}

export function checkOf({ filter, faults }: ReadFilter, dataset: Dataset): FilterCheck {
  const nothing = {
    canonical: null,
    expression: null,
    operators: null,
    bytes: null,
    findings: [],
    shorter: null,
  };
  if (filter === undefined) return { dataset: dataset.name, valid: false, faults, ...nothing };
  const size = sizeOfFilter(filter);
  const shortest = shortenFilter(filter, dataset);
  const after = sizeOfFilter(shortest);
  const isShorter = after.operators < size.operators || after.bytes < size.bytes;
  return {
    dataset: dataset.name,
    valid: faults.length === 0,
    faults,
    canonical: canonicalFilter(filter),
    expression: formatExpression(filter, { dataset }),
    operators: { count: size.operators, limit: filterLimits.operators },
    bytes: { count: size.bytes, limit: filterLimits.bytes },
    findings: explainFilter(filter, dataset),
    shorter: isShorter
      ? {
          canonical: canonicalFilter(shortest),
          expression: formatExpression(shortest, { dataset }),
          ...after,
        }
      : null,
  };
}

/** Whether nobody has to look at it: a filter that no line passes loses all of them. */
export function isSound(check: FilterCheck): boolean {
  return check.valid && isPassable(check);
}

function isPassable({ findings }: FilterCheck): boolean {
  return !findings.some(({ kind, path }) => kind !== 'redundant' && kind !== 'always' && path.length === 1);
}

export function tellCheck(
  check: FilterCheck,
  {
    given,
    filter,
    dataset,
  }: { readonly given: FilterText; readonly filter: Filter | undefined; readonly dataset: Dataset },
  terminal: number | undefined,
): string {
  const width = proseWidth(terminal);
  const { faults, canonical, operators, bytes, findings, shorter } = check;
  const verdict =
    faults.length === 0
      ? `The filter can be sent for ${check.dataset}${isPassable(check) ? '.' : ', but no line passes it.'}`
      : `The filter cannot be sent for ${check.dataset}: it has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}.`;
  const head = [
    wrapProse(verdict, width),
    ...(faults.length === 0 ? [] : [tellFaults(faults, given, width)]),
  ];
  if (filter === undefined || canonical === null || operators === null || bytes === null) return joined(head);
  return joined([
    ...head,
    ...fitsAll(check, filter, dataset, width),
    ['Operators', 'Bytes'].map((name, at) => meter(name, at === 0 ? operators : bytes)),
    ['Canonical form, as the service gets it:', `  ${canonical}`],
    [
      'As an expression:',
      ...formatExpression(filter, { dataset, width: width - 2 })
        .split('\n')
        .map((line) => `  ${line}`),
    ],
    ...(findings.length === 0
      ? []
      : [['What stands out:', ...findings.flatMap(({ message }) => hangText('- ', message, width))]]),
    ...(shorter === null || !isPassable(check)
      ? []
      : [
          [
            ...wrapProse(
              `The same lines with ${plural(shorter.operators, 'operator')} and ${shorter.bytes} bytes:`,
              width,
            ),
            `  ${shorter.canonical}`,
          ],
        ]),
  ]);
}

/** How a filter that is too large as it stands is sent all the same. */
function fitsAll(
  { faults, operators, bytes }: FilterCheck,
  filter: Filter,
  dataset: Dataset,
  width: number,
): string[][] {
  const isLarge = [operators, bytes].some((each) => each !== null && each.count > each.limit);
  if (faults.length === 0)
    return isLarge
      ? [wrapProse('It is too large as it is written; `where` sends the shorter form below.', width)]
      : [];
  if (fitFilter(filter, dataset).faults.length > 0) return [];
  return [
    wrapProse(
      `This text is too large, what it says is not: where: LogFilter.fromJson(...) sends ${isLarge ? 'the shorter form below' : 'the canonical form below'}.`,
      width,
    ),
  ];
}

function meter(name: string, { count, limit }: Meter): string {
  const filled = Math.min(20, Math.ceil((count / limit) * 20));
  return `${name.padEnd(10)} [${'#'.repeat(filled).padEnd(20, '.')}] ${String(count).padStart(4)} of about ${limit}`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function joined(parts: readonly (readonly string[])[]): string {
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

import { plural } from '../../ground/words';
import {
  canonicalFilter,
  explainFilter,
  filterLimits,
  fitFilter,
  formatExpression,
  isWrong,
  shortenFilter,
  sizeOfFilter,
  type Dataset,
  type DatasetScope,
  type Fault,
  type Filter,
  type Finding,
} from '../../logs';
import { formatDocument } from '../document';
import { formatTable, hangText, joinParagraphs, proseWidth, wrapText } from '../layout';
import { printOutcome, type OutputOptions } from '../outcome';
import { print, widthOf } from '../terminal';
import { formatFaults, reportFaults } from './faults';
import { datasetToCheck, isJson, readFilter, type FilterText, type ReadFilter } from './filter';
import { readFilterArgument } from './filter-file';

export interface FilterOptions extends OutputOptions {
  readonly dataset: string;
  readonly scope?: DatasetScope;
}

export async function runCheck(argument: string, options: FilterOptions): Promise<void> {
  const { dataset, faults } = datasetToCheck(options.dataset, '--dataset', options.scope);
  const given = await readFilterArgument(argument);
  const { filter, faults: ofFilter } = readFilter(given, dataset);
  const found = checkOf({ filter, faults: [...faults, ...ofFilter] }, dataset);
  await printOutcome(options, {
    json: () => formatDocument(found),
    text: (width) => formatCheck(found, { given, filter, dataset }, width),
    isClear: isSound(found),
  });
}

export async function runExplain(argument: string, { dataset: name, scope }: FilterOptions): Promise<void> {
  const { dataset } = datasetToCheck(name, '--dataset', scope);
  const given = await readFilterArgument(argument);
  const { filter, faults } = readFilter(given, dataset);
  const width = proseWidth(widthOf(process.stdout));
  if (filter === undefined) reportFaults(faults, given);
  else await print(`${formatExpression(filter, { dataset, width })}\n`);
}

/** The result of a check, as `--json` prints it. */
interface FilterCheck {
  readonly dataset: string;
  /** Whether the service accepts what is sent: of JSON the canonical form, of an expression the form that `where` sends. */
  readonly valid: boolean;
  /** Those with a `kind` are warnings. */
  readonly faults: readonly Fault[];
  /** The form that filters are compared in. This and all that follows is null when the filter cannot be read. */
  readonly canonical: string | null;
  readonly expression: string | null;
  readonly operators: Meter | null;
  /** Of the canonical form. */
  readonly bytes: Meter | null;
  readonly findings: readonly Finding[];
  /** An equivalent form with fewer operators or bytes; null when none was found. */
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

function checkOf({ filter, faults }: ReadFilter, dataset: Dataset): FilterCheck {
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
    valid: !faults.some(isWrong),
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

/** Whether the filter can be used as it is. A filter that no line passes cannot: nothing would be delivered. */
function isSound(check: FilterCheck): boolean {
  return check.valid && isPassable(check);
}

function isPassable({ findings }: FilterCheck): boolean {
  return !findings.some(({ kind, path }) => kind !== 'redundant' && kind !== 'always' && path.length === 1);
}

function formatCheck(
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
  const head = [
    wrapText(formatVerdict(check), width),
    ...(faults.length === 0 ? [] : [formatFaults(faults, given, width)]),
  ];
  if (filter === undefined || canonical === null || operators === null || bytes === null)
    return joinParagraphs(head);
  return joinParagraphs([
    ...head,
    wrapText(sizeNote(check, filter, dataset, given.text), width),
    formatMeters([
      ['Operators', operators],
      ['Bytes', bytes],
    ]),
    ['Canonical form, as sent to the service:', `  ${canonical}`],
    [
      'As an expression:',
      ...formatExpression(filter, { dataset, width: width - 2 })
        .split('\n')
        .map((line) => `  ${line}`),
    ],
    findings.length === 0
      ? []
      : ['Warnings:', ...findings.flatMap(({ message }) => hangText('- ', message, width))],
    shorter === null || !isPassable(check)
      ? []
      : [
          ...wrapText(
            `Shorter form that matches the same lines (${plural(shorter.operators, 'operator')}, ${shorter.bytes} bytes):`,
            width,
          ),
          `  ${shorter.canonical}`,
        ],
  ]);
}

function formatVerdict(check: FilterCheck): string {
  const { faults, dataset } = check;
  const wrong = faults.filter(isWrong).length;
  if (wrong > 0) return `The filter is not valid for ${dataset}: it has ${plural(wrong, 'error')}.`;
  if (faults.length > 0)
    return `The filter may be valid for ${dataset}: it has ${plural(faults.length, 'warning')}.`;
  return `The filter is valid for ${dataset}${isPassable(check) ? '.' : ', but no line passes it.'}`;
}

/** How a filter that is too large as it is written can be sent anyway. */
function sizeNote(
  { faults, operators, bytes }: FilterCheck,
  filter: Filter,
  dataset: Dataset,
  written: string,
): string {
  const isLarge = [operators, bytes].some((each) => each !== null && each.count > each.limit);
  if (!faults.some(isWrong)) {
    if (isLarge) return 'It exceeds the limits as it is written; `where` sends the shorter form below.';
    const length = Buffer.byteLength(written);
    return length > filterLimits.bytes && isJson(written)
      ? `It is ${length} bytes long as it is written; the provider sends the canonical form below. Send that form with any other client.`
      : '';
  }
  if (fitFilter(filter, dataset).faults.some(isWrong)) return '';
  return `The text is too large, but an equivalent filter is not: where: LogFilter.fromJson(...) sends the ${isLarge ? 'shorter' : 'canonical'} form below.`;
}

function formatMeters(meters: readonly (readonly [name: string, meter: Meter])[]): string[] {
  const digits = Math.max(...meters.map(([, { count }]) => String(count).length));
  return formatTable(
    meters.map(([name, { count, limit }]) => {
      const filled = Math.min(20, Math.ceil((count / limit) * 20));
      const bar = `[${'#'.repeat(filled).padEnd(20, '.')}]`;
      return [name, bar, `${String(count).padStart(digits)} of about ${limit}`];
    }),
  );
}

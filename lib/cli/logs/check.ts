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
  type Filter,
} from '../../logs';
import { formatDocument } from '../document';
import { printBlocks, printOutcome, type OutputOptions } from '../outcome';
import { print } from '../terminal';
import { code, facts, list, prose, verdict, type Block } from '../report/blocks';
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
    data: found,
    blocks: () => reportCheck(found, { given, filter, dataset }),
    isClear: found.valid && isPassable(found),
  });
}

export async function runExplain(
  argument: string,
  { dataset: name, scope, json }: FilterOptions,
): Promise<void> {
  const { dataset } = datasetToCheck(name, '--dataset', scope);
  const given = await readFilterArgument(argument);
  const { filter, faults } = readFilter(given, dataset);
  if (json === true) {
    const expression = filter === undefined ? null : formatExpression(filter, { dataset });
    await print(formatDocument({ dataset: dataset.name, expression, faults }));
    process.exitCode = filter === undefined ? 1 : 0;
  } else if (filter === undefined) reportFaults(faults, given);
  else await printBlocks([code((width) => formatExpression(filter, { dataset, width }))]);
}

type FilterCheck = ReturnType<typeof checkOf>;

function checkOf({ filter, faults }: ReadFilter, dataset: Dataset) {
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
    /** Whether the service accepts what is sent: of JSON the canonical form, of an expression the form that `where` sends. */
    valid: !faults.some(isWrong),
    /** One with a `kind` is a warning. */
    faults,
    /** The form that filters are compared in. This and all that follows is null when the filter cannot be read. */
    canonical: canonicalFilter(filter),
    expression: formatExpression(filter, { dataset }),
    operators: { count: size.operators, limit: filterLimits.operators },
    bytes: { count: size.bytes, limit: filterLimits.bytes },
    findings: explainFilter(filter, dataset),
    /** An equivalent form with fewer operators or bytes; null when none was found. */
    shorter: isShorter
      ? {
          canonical: canonicalFilter(shortest),
          expression: formatExpression(shortest, { dataset }),
          ...after,
        }
      : null,
  };
}

/** Whether a line may pass the filter: otherwise nothing would be delivered. */
function isPassable({ findings }: FilterCheck): boolean {
  return !findings.some(({ kind, path }) => kind !== 'redundant' && kind !== 'always' && path.length === 1);
}

interface Checked {
  readonly given: FilterText;
  readonly filter: Filter | undefined;
  readonly dataset: Dataset;
}

function reportCheck(check: FilterCheck, { given, filter, dataset }: Checked): readonly Block[] {
  const { valid, faults, canonical, operators, bytes, findings, shorter } = check;
  const head = [
    verdict(valid ? 'good' : 'bad', describeVerdict(check)),
    code(faults.length === 0 ? '' : (width) => formatFaults(faults, given, width).join('\n')),
  ];
  if (filter === undefined || canonical === null) return head;
  const digits = Math.max(...[operators, bytes].map(({ count }) => String(count).length));
  return [
    ...head,
    prose(sizeNote(check, filter, dataset, given.text)),
    facts(['Operators', describeMeter(operators, digits)], ['Bytes', describeMeter(bytes, digits)]),
    code(canonical, 'Canonical form, as sent to the service:'),
    code((width) => formatExpression(filter, { dataset, width }), 'As an expression:'),
    list(
      findings.map(({ message }) => message),
      { title: 'Warnings:' },
    ),
    ...(shorter === null || !isPassable(check)
      ? []
      : [
          code(
            shorter.canonical,
            `Shorter form that matches the same lines (${plural(shorter.operators, 'operator')}, ${shorter.bytes} bytes):`,
          ),
        ]),
  ];
}

function describeVerdict(check: FilterCheck): string {
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

function describeMeter(
  { count, limit }: { readonly count: number; readonly limit: number },
  digits: number,
): string {
  const filled = Math.min(20, Math.ceil((count / limit) * 20));
  return `[${'#'.repeat(filled).padEnd(20, '.')}]  ${String(count).padStart(digits)} of about ${limit}`;
}

import {
  canonicalFilter,
  checkFilter,
  checkFilterToSend,
  constantFaults,
  countOperators,
  filterLimits,
  datasetOrUnlisted,
  fitFilter,
  isAboutBytes,
  isAboutOperators,
  isWrong,
  parseFilter,
  spellFilter,
  type Dataset,
  type Fault,
  type Filter,
  type LogFilter,
} from '../../logs';
import { isFaultless } from '../../logs/filter/faultless';
import { mapLeaves } from '../../logs/filter/filter';
import { fitsLimits, measureFilter } from '../../logs/filter/shorten';
import { isExpression } from '../edge-resource';
import { faultDiagnostics } from '../faults';
import { escapeTemplates, isListToken, mayBeExpression } from '../expressions';
import type { Owners } from '../named-owners';
import type { PropRule } from '../props';
import type { SynthWarningName } from '../synth-warnings';
import { logpushJobContract } from './contract';
import { filterExpression } from './filter-expression';

/** The prop `where`. Not by class: the filter may come from another copy of the package. */
export const whereRule: PropRule = {
  rule: 'a LogFilter, such as LogFilter.field("EdgeResponseStatus").atLeast(500)',
  accepts: (value) => typeof value === 'object' && value !== null && '_filter' in value,
  fix: (value) => {
    if (typeof value === 'string')
      return 'Read an expression with LogFilter.fromExpression, or give the JSON of a filter as filter.';
    // Of another copy of the package, perhaps.
    return typeof value === 'object' && value !== null && 'equalTo' in value
      ? 'It is a field without a comparison. Compare it: LogFilter.field("EdgeResponseStatus").atLeast(500), or .equalTo, .in, .contains and so on.'
      : undefined;
  },
};

export interface FilterProps {
  readonly filter?: string;
  readonly where?: LogFilter;
  readonly dataset?: string;
}

/** The `filter` attribute, one line for each fault of `where`, and the warnings. */
interface FilterToSend {
  readonly filter?: string;
  readonly faults: readonly string[];
  readonly warnings: readonly FilterWarning[];
}

interface FilterWarning {
  readonly name: SynthWarningName;
  readonly text: string;
}

/**
 * The `filter` attribute and the faults of `where`, and of a filter in JSON with values that only Terraform knows. The contract
 * checks other texts. Too many operators are a warning where an existing job may have them (see `checkChangedFilter`).
 */
export function filterOf(props: FilterProps, owners: Owners): FilterToSend {
  const { filter, where } = props;
  const dataset = datasetOf(props, owners);
  if (where === undefined) {
    const { filter: read } = isUnknown(filter) ? parseFilter(String(filter)) : {};
    if (read !== undefined) return unknownFilter('filter', read, dataset);
    return { filter, faults: [], warnings: warningsOfText(filter, dataset) };
  }
  if (filter !== undefined && filter !== '')
    return refused(['where: Two filters: filter and where are both set. Remove one of them.']);
  const given = where._filter();
  if (dataset !== undefined && isFaultless(given, dataset)) {
    const { text, size } = measureFilter(given);
    if (fitsLimits(size) && !mayBeExpression(text)) return { filter: text, faults: [], warnings: [] };
  }
  const scalars = scalarsIn(given);
  const warnings = scalars.flatMap(literalExpression);
  // What is left unescaped are tokens.
  if (scalars.some((each) => isUnknown(asLiteral(each))))
    return adding(warnings, unknownFilter('where', withLiterals(given), dataset));
  if (dataset === undefined) return { filter: escapeTemplates(canonicalFilter(given)), faults: [], warnings };
  const { text, faults } = fitFilter(given, dataset);
  const found = [...faults, ...constantFaults(given, dataset)];
  const isAllowedLarge = Buffer.byteLength(text) <= filterLimits.bytes;
  return adding(warnings, judged('where', escapeTemplates(text), isAllowedLarge, found));
}

/** A filter in code with its texts as literals, beside tokens: `\${` in a text begins no expression. */
function withLiterals({ where }: Filter): Filter {
  const literal = mapLeaves(where, ({ key, operator, value }) => ({
    key: asLiteral(key),
    operator,
    value: typeof value === 'object' ? value.map(asLiteral) : asLiteral(value),
  }));
  return { where: literal };
}

function asLiteral<Value>(value: Value): Value {
  if (typeof value !== 'string' || !/[$%]\{/.test(value)) return value;
  const parts = value.split(/(\$\{TfToken\[[^\]]*\]\})/);
  return parts.map((part, at) => (at % 2 === 1 ? part : escapeTemplates(part))).join('') as Value;
}

/** The warning for a text that would be an expression elsewhere in a stack, and was probably meant as one. */
function literalExpression(value: unknown): readonly FilterWarning[] {
  if (typeof value !== 'string' || !value.includes('${')) return [];
  const [, code] = /\$\{((?!TfToken)[a-z_]\w*[.[].*?)\}/s.exec(value) ?? [];
  if (code === undefined) return [];
  const text = `where: "${value}" is a text in a filter, and \${${code}} no expression in it. To insert its value, pass a token, such as variable.stringValue or new TerraformLocal(this, 'value', '\${${code}}').asString.`;
  return [{ name: 'literal_expression', text }];
}

function adding(
  warnings: readonly FilterWarning[],
  { warnings: others, ...rest }: FilterToSend,
): FilterToSend {
  return { ...rest, warnings: [...others, ...warnings] };
}

/** A filter with tokens. Only Terraform knows their values and the length of the filter, so it cannot be shortened. */
function unknownFilter(prop: FilterProp, given: Filter, dataset: Dataset | undefined): FilterToSend {
  const text = filterExpression(given, dataset);
  if (dataset === undefined) return { filter: text, faults: [], warnings: [] };
  const checked = prop === 'where' ? spellFilter(given, dataset) : given;
  const faults = checkFilter(checked, dataset).filter(({ path }) => !isUnknown(partAt(checked, path)));
  const { conditions } = countOperators(given.where);
  return judged(prop, text, conditions <= filterLimits.operators, faults);
}

/** Dataset of a job in its scope; undefined where only Terraform knows the dataset, or the contract refuses it. */
function datasetOf({ dataset: name }: FilterProps, { zoneId, accountId }: Owners): Dataset | undefined {
  if (isExpression(name) || (zoneId === undefined) === (accountId === undefined)) return undefined;
  const known: unknown = name ?? logpushJobContract.attributes.dataset.default;
  return typeof known === 'string'
    ? datasetOrUnlisted(known, accountId === undefined ? 'zone' : 'account')
    : undefined;
}

type FilterProp = 'filter' | 'where';

/** The filter with its faults, or with warnings in their place. @param isAllowedLarge - whether the filter may have too many operators */
function judged(
  prop: FilterProp,
  text: string,
  isAllowedLarge: boolean,
  faults: readonly Fault[],
): FilterToSend {
  const wrong = faults.filter(isWrong);
  if (wrong.length > 0 && !(isAllowedLarge && wrong.every(isAboutOperators)))
    return refused(wrong.map(({ message }) => `${prop}: Log filter: ${message}`));
  const others = faultDiagnostics(
    [prop],
    'Log filter',
    faults.filter((fault) => !isWrong(fault)),
  ).map(({ summary, detail }) => ({ name: 'checked', text: `${prop}: ${summary}: ${detail}` }) as const);
  return { filter: text, faults: [], warnings: [...others, ...warningLines(prop, wrong)] };
}

function refused(faults: readonly string[]): FilterToSend {
  return { faults, warnings: [] };
}

function warningsOfText(filter: string | undefined, dataset: Dataset | undefined): readonly FilterWarning[] {
  // A caller in JavaScript may pass another type, which Terraform reports.
  if (typeof filter !== 'string' || dataset === undefined || isExpression(filter)) return [];
  // A fast check: every operator is an object in the text.
  if (filter.split('{').length <= filterLimits.operators) return [];
  const faults = checkFilterToSend(filter, dataset);
  return faults.some(isAboutBytes) ? [] : warningLines('filter', faults.filter(isAboutOperators));
}

function warningLines(prop: FilterProp, faults: readonly Fault[]): readonly FilterWarning[] {
  return faults.map(({ message }) => ({
    name: 'operators',
    text: `${prop}: ${message} An existing job can keep such a filter; the plan refuses it in a new job, and a change to it.`,
  }));
}

/** The values at every depth of a filter: keys, operators and what they compare with. */
function scalarsIn(part: unknown, found: unknown[] = []): readonly unknown[] {
  if (typeof part !== 'object' || part === null) found.push(part);
  else for (const each of Object.values(part)) scalarsIn(each, found);
  return found;
}

function isUnknown(value: unknown): boolean {
  return isExpression(value) || isListToken(value);
}

function partAt(filter: Filter, path: Fault['path']): unknown {
  let part: unknown = filter;
  for (const step of path) part = new Map<string, unknown>(Object.entries(part ?? {})).get(String(step));
  return part;
}

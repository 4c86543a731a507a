import { formatFaults } from '../../../lib/cli/logs/faults';
import {
  canonicalFilter,
  checkExpressionText,
  checkFilterText,
  compileFilter,
  explainFilter,
  fitFilter,
  formatExpression,
  LogFilter,
  parseExpression,
  parseFilter,
  type Fault,
} from '../../../lib/logs';
import { Draw } from '../../support/random';
import { httpRequests } from '../dataset-of';

const seeds = [
  '{"where":{"and":[{"key":"EdgeResponseStatus","operator":"geq","value":"500"},{"key":"ClientCountry","operator":"in","value":["nl","de"]}]}}',
  '{"where":{"or":[{"and":[{"key":"BotScore","operator":"lt","value":30},{"key":"RayID","operator":"!startsWith","value":"a\\u00e9"}]},{"key":"EdgeResponseStatus","operator":"!in","value":[200,204,18446744073709551615]}]}}',
  ' {\n "where" : { "and" : [ { "key" : "CacheReserveUsed" , "operator" : "eq" , "value" : true } ] } }\r\n',
  '{"where":{"and":[{"or":[{"and":[{"or":[{"key":"BotTags","operator":"contains","value":"api"}]}]}]}]}}',
  'EdgeResponseStatus >= 500 and ClientCountry in {"nl" "de"}',
  'not (BotScore < 30 or not starts_with(RayID, "a\\"\\u00e9")) && !(EdgeResponseStatus in {200 204 18446744073709551615})',
  'ClientRequestPath contains "/api" or\n\tends_with(ClientRequestPath, ".php") and CacheReserveUsed == true',
  '((((BotTags contains "api" or BotTags not contains "x"))) and BotScore ne 3) || "RayID" eq "1e5"',
];

const pieces = [
  ...['\\', ' ', '\n', '\u0000', '\u2028', '\ud800', '😀', 'é', '\uFEFF', '9'.repeat(400)],
  ...['and ', 'or ', 'not ', 'xor ', 'in {', 'contains ', 'not not not '],
  ...'{ } [ ] ( ) " , : "where" "and":[ "or":[ "key": "operator": "value": "eq" "!in"'.split(' '),
  ...'null true {} [] ! && || == != <= = starts_with( __proto__ constructor'.split(' '),
  ...'0 -1 007 1.5 1e999 18446744073709551616 ..'.split(' '),
  ...'ClientCountry BotScore RequestHeaders Nope ${var.x} ((((((((((((((( [[[[[[[[[[[[[[['.split(' '),
];

function mutate(text: string, below: (bound: number) => number): string {
  let mutated = text;
  for (let change = below(below(3) === 0 ? 6 : 2); change >= 0; change--) {
    const at = below(mutated.length + 1);
    const length = below(below(4) === 0 ? 60 : 4);
    const piece = pieces[below(pieces.length)] ?? '';
    const slice = mutated.slice(at, at + length);
    const ways = [
      mutated.slice(0, at) + mutated.slice(at + length),
      mutated.slice(0, at) + piece + mutated.slice(at),
      mutated.slice(0, at) + piece + mutated.slice(at + length),
      mutated.slice(0, at) + slice.repeat(below(40)) + mutated.slice(at),
      mutated.slice(0, at) + String.fromCharCode(below(below(2) === 0 ? 128 : 65536)) + mutated.slice(at + 1),
      mutated.slice(0, at),
      mutated.slice(at) + mutated.slice(0, at),
    ];
    mutated = (ways[below(ways.length)] ?? mutated).slice(0, 4000);
  }
  return mutated;
}

/** What a run has seen, and everything that must not be. */
export interface Fuzzed {
  readonly accepted: number;
  readonly refused: number;
  readonly wrong: readonly string[];
  readonly slowest: { readonly ms: number; readonly text: string };
}

/**
 * Feeds so many mutated texts to all that reads or checks a filter. The texts are the same at every run.
 *
 * @param now a clock in milliseconds
 */
export function fuzz(runs: number, now: () => number): Fuzzed {
  const { below } = new Draw(20_260_101);
  const wrong: string[] = [];
  let [accepted, refused] = [0, 0];
  let slowest = { ms: 0, text: '' };
  for (let run = 0; run < runs; run++) {
    const text = mutate(seeds[run % seeds.length] ?? '', below);
    const began = now();
    const isAccepted = tryOut(text, wrong);
    let ms = now() - began;
    if (isAccepted) accepted++;
    else refused++;
    if (ms > slowest.ms) {
      // Once more: what was slow because the machine was busy is not slow again.
      const again = now();
      tryOut(text, []);
      ms = Math.min(ms, now() - again);
    }
    if (ms > slowest.ms) slowest = { ms, text };
  }
  return { accepted, refused, wrong, slowest };
}

function tryOut(text: string, wrong: string[]): boolean {
  try {
    return readAndCheck(text, wrong);
  } catch (error) {
    wrong.push(`${JSON.stringify(text)} throws ${String(error)}`);
    return false;
  }
}

function readAndCheck(text: string, wrong: string[]): boolean {
  const json = parseFilter(text);
  const expression = parseExpression(text);
  const faults = [
    ...json.faults,
    ...expression.faults,
    ...checkFilterText(text, httpRequests),
    ...checkExpressionText(text, httpRequests),
    ...thrown(() => LogFilter.fromJson(text)),
    ...thrown(() => LogFilter.fromExpression(text)),
  ];
  for (const fault of faults) {
    if (!isPlaced(fault, text)) wrong.push(`${JSON.stringify(text)} has an unplaced fault: ${fault.message}`);
  }
  formatFaults(faults, { text }, 80);
  for (const { filter } of [json, expression]) {
    if (filter === undefined) continue;
    const written = formatExpression(filter, { dataset: httpRequests });
    canonicalFilter(filter);
    explainFilter(filter, httpRequests);
    fitFilter(filter, httpRequests);
    compileFilter(filter, httpRequests)({ BotScore: 1, RayID: 'a' });
    const again = parseExpression(written).filter;
    if (again !== undefined && canonicalFilter(again) !== canonicalFilter(filter)) {
      wrong.push(`${JSON.stringify(text)} is written as another filter: ${written}`);
    }
  }
  return json.filter !== undefined || expression.filter !== undefined;
}

/** A fault says where it is, in a place that the text has, or which value is too long. */
function isPlaced({ code, message, position }: Fault, text: string): boolean {
  if (message === '') return false;
  if (code === 'filter.too_long') return /\d+ bytes/.test(message);
  return position !== undefined && position.offset >= 0 && position.offset <= text.length;
}

function thrown(read: () => unknown): readonly Fault[] {
  try {
    read();
    return [];
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'LogFilterError' || !('faults' in error)) throw error;
    return Array.isArray(error.faults) ? (error.faults as Fault[]) : [];
  }
}

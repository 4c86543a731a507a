import { decodeOrKeep } from '../../../ground/percent';
import { outputDefaults, parseLogpullOptions } from '../../../logs';
import { cveName } from '../../../retired';
import { outputAttributes } from '../../../resources/logpush-job/output';
import { expressionOf, isWrittenList, isWrittenObject, literalOf, type Written } from '../../../hcl/template';
import type { Leftover } from './arguments';
import { decodeArgument } from './old-form';
import type { Part } from './translator';
import { splitTemplate } from '../../../hcl/template';
import { hcl, template } from './expressions';
import { escapeTemplates } from '../../../hcl/template';
import { setOwn } from '../../../ground/record';

/** `output_options`, a block up to 4.x and an attribute in 5.x. Undefined if it is an expression. */
export function fromOutputOptions(written: Written): Part | undefined {
  const { output_options: options } = decodeArgument('logpush_job', 'output_options', written).body;
  if (!isWrittenObject(options) || 'dynamic' in options) return undefined;
  const { field_names: names = null, timestamp_format, sample_rate, [cveName]: cve, ...members } = options;
  const output: Record<string, Written> = {
    field_names: isWrittenList(names) && names.length === 0 ? null : names,
    ...(cve !== undefined && { cve_2021_44228: cve }),
  };
  const leftovers: Leftover[] = [];
  for (const [name, value] of Object.entries(members))
    if (Object.hasOwn(outputAttributes, name)) setOwn(output, name, value);
    else leftovers.push({ path: `output_options.${name}`, value });
  const type = output.output_type ?? 'ndjson';
  const defaults = outputDefaults(type === 'csv' ? 'csv' : 'ndjson');
  for (const name of ['record_prefix', 'record_suffix'] as const)
    if (
      typeof type === 'string' &&
      literalOf(type) !== undefined &&
      output[name] === escapeTemplates(defaults[name])
    )
      output[name] = null;
  return {
    config: {
      fields: isWrittenList(names) ? namesOrNone(names) : names,
      timestamp_format: emptyAsNull(timestamp_format),
      sample_rate: sample_rate ?? null,
      output_options: output,
    },
    leftovers,
  };
}

/** `logpull_options`. Undefined if its parts cannot be told apart without Terraform. */
export function fromLogpullOptions(written: Written): Part | undefined {
  if (typeof written !== 'string') return undefined;
  const literal = literalOf(written);
  return literal === undefined ? fromTemplate(written) : fromText(literal);
}

function fromText(text: string): Part {
  const { options } = parseLogpullOptions(text);
  if (options === undefined) return fromPairs(text.split('&').map((pair) => pairOf(pair, decodeOrKeep)));
  return {
    config: {
      fields: namesOrNone(options.fields.map(escapeTemplates)),
      timestamp_format: options.timestamps,
      sample_rate: options.sample,
    },
    leftovers: options.cve202144228 ? [{ path: `logpull_options.${cveName}`, value: true }] : [],
  };
}

/** `fields=${join(",", var.fields)}&timestamps=rfc3339`: each pair by itself. */
function fromTemplate(written: string): Part | undefined {
  const pairs: string[] = [''];
  for (const part of splitTemplate(written)) {
    const [first = '', ...rest] = part.kind === 'text' ? part.text.split('&') : [part.source];
    pairs.push(`${pairs.pop() ?? ''}${first}`, ...rest);
  }
  const named = pairs.map((pair) => pairOf(pair, (text) => text));
  return named.every(({ name }) => literalOf(name) !== undefined) ? fromPairs(named) : undefined;
}

interface Pair {
  readonly name: string;
  readonly value: string;
}

function pairOf(pair: string, read: (text: string) => string): Pair {
  const at = pair.indexOf('=');
  return at === -1 ? { name: pair, value: '' } : { name: pair.slice(0, at), value: read(pair.slice(at + 1)) };
}

function fromPairs(pairs: readonly Pair[]): Part {
  const of = (name: string) => pairs.find((pair) => pair.name === name)?.value;
  const known = ['fields', 'timestamps', 'sample', ''];
  const isOff = ({ name, value }: Pair) => name === cveName && value === 'false';
  return {
    config: {
      fields: fieldsOf(of('fields') ?? ''),
      timestamp_format: emptyAsNull(of('timestamps')),
      sample_rate: numberOf(of('sample')),
    },
    leftovers: pairs
      .filter((pair) => !known.includes(pair.name) && !isOff(pair))
      .map(({ name, value }) => ({ path: `logpull_options.${name}`, value })),
  };
}

function fieldsOf(text: string): Written {
  if (literalOf(text) !== undefined) return namesOrNone(text.split(',').filter((name) => name !== ''));
  const [, list] = /^join\(\s*","\s*,(.*)\)$/s.exec(expressionOf(text) ?? '') ?? [];
  return template(list === undefined ? `split(",", ${hcl(text)})` : list.trim());
}

/** Without names, the service delivers its default fields. */
function namesOrNone<Name extends Written>(names: readonly Name[]): Name[] | null {
  return names.length === 0 ? null : [...new Set(names)];
}

function numberOf(text: string | undefined): Written {
  if (text === undefined || text === '') return null;
  return literalOf(text) !== undefined && Number.isFinite(Number(text)) ? Number(text) : text;
}

function emptyAsNull(value: Written | undefined): Written {
  return value === undefined || value === '' ? null : value;
}

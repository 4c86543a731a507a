import { decodeOrKeep } from '../../../ground/percent';
import { setOwn } from '../../../ground/record';
import { outputDefaults, parseLogpullOptions, timestampFormats } from '../../../logs';
import { cveName, cveNames } from '../../../retired';
import { outputAttributes } from '../../../resources/logpush-job/output';
import {
  escapeTemplates,
  expressionOf,
  isEmptyWritten,
  isWrittenList,
  isWrittenObject,
  literalOf,
  splitTemplate,
  type Written,
  type WrittenObject,
} from '../../../hcl/template';
import { readExpression } from '../../../hcl/read-expression';
import { toCode } from '../../../hcl/to-expression';
import type { OldResource } from '../model';
import { onlyDynamicBlock, type Loop } from '../reduce/dynamic-blocks';
import { leftoverMembers, type Leftover } from './arguments';
import { sourceOf, type FindingOnBlock } from './draft';
import { hcl, template } from './expressions';
import { bodyOf } from './argument-values';
import type { Locals } from './locals';
import { decodeArgument } from './decode-arguments';

/** Translates `output_options`, a block up to 4.x and an attribute in 5.x, and `logpull_options`, which apply where the others are null. */
export function optionsOf(resource: OldResource, locals: Locals): Part {
  const output = outputOf(resource);
  const { logpull_options: written = null } = bodyOf(resource);
  const logpull =
    typeof written === 'string' && written.trim() !== '' ? fromLogpullOptions(written, locals) : none;
  if (output === undefined) return logpull;
  if (logpull === none) return output;
  const { isNull } = output;
  const finding: FindingOnBlock = {
    code: 'convert.two_options',
    severity: 'note',
    text:
      isNull === undefined
        ? 'logpull_options are left out: the service ignores them where output_options are set.'
        : 'The service ignores logpull_options where output_options are set, so the new code takes them where output_options are null.',
    original: sourceOf(resource, 'logpull_options'),
  };
  if (isNull === undefined) return { ...output, findings: [finding] };
  const names = ['fields', 'timestamp_format', 'sample_rate'] as const;
  const either = names.map((name) => {
    const [ifNull = null, otherwise = null] = [logpull.config[name], output.config[name]];
    const code = `${isNull} ? ${hcl(ifNull)} : ${hcl(otherwise)}`;
    return [name, ifNull === null ? otherwise : template(code)] as const;
  });
  return {
    config: { ...Object.fromEntries(either), output_options: output.config.output_options ?? null },
    leftovers: [...output.leftovers, ...logpull.leftovers],
    findings: [...(logpull.findings ?? []), finding],
  };
}

const leftOut: FindingOnBlock = {
  code: 'convert.no_attribute',
  severity: 'note',
  text: 'CVE-2021-44228 is left out, where logpull_options have it: a job that exists keeps it at the service. For a new one, set output_options = { cve_2021_44228 = true }.',
};

interface Part {
  readonly config: WrittenObject;
  readonly leftovers: readonly Leftover[];
  readonly findings?: readonly FindingOnBlock[];
}

interface Output extends Part {
  /** The condition under which there are none; undefined where there always are some. */
  readonly isNull?: string;
}

const none: Part = { config: {}, leftovers: [] };

function outputOf(resource: OldResource): Output | undefined {
  const dynamic = onlyDynamicBlock(resource.body, 'output_options');
  if (dynamic !== undefined) return fromLoop(dynamic);
  const { output_options: written = null } = bodyOf(resource);
  if (isEmptyWritten(written) || written === '') return undefined;
  if (typeof written !== 'string') return fromMembers(written);
  const isAttribute = typeof resource.body.output_options === 'string';
  const members = [...Object.keys(outputAttributes), 'timestamp_format', 'sample_rate', ...cveNames];
  return {
    ...fromExpression(isAttribute ? hcl(written) : `one(${hcl(written)})`),
    leftovers: leftoverMembers(resource, 'output_options', members),
  };
}

/** The attributes of the block that is made, or null. */
function fromLoop({ loop, over, content }: Loop): Output {
  const { config, leftovers } = fromMembers(content);
  const made = Object.entries(config).map(([name, value]) => [
    name,
    value === null ? null : template(`one([${loop} : ${linesOf(value)}])`),
  ]);
  return { config: Object.fromEntries(made) as WrittenObject, leftovers, isNull: `length(${over}) == 0` };
}

/** The options of an expression: each member by itself, whichever of them the object has. */
function fromExpression(options: string): Output {
  const member = (...names: readonly string[]) =>
    template(`try(${[...names.map((name) => `${options}.${name}`), 'null'].join(', ')})`);
  const members = Object.keys(outputAttributes).map((name) => [
    name,
    name === 'cve_2021_44228' ? member(...cveNames.filter((each) => each !== cveName)) : member(name),
  ]);
  const isNull = `${options} == null`;
  return {
    config: {
      timestamp_format: member('timestamp_format'),
      sample_rate: member('sample_rate'),
      output_options: template(`${isNull} ? null : ${linesOf(Object.fromEntries(members) as WrittenObject)}`),
    },
    leftovers: [],
    isNull,
  };
}

/** The code of a value, an object with a line for each member. */
function linesOf(written: Written): string {
  if (!isWrittenObject(written)) return hcl(written);
  const members = Object.entries(written).filter(([, value]) => value !== null);
  const width = Math.max(0, ...members.map(([name]) => name.length));
  return ['{', ...members.map(([name, value]) => `    ${name.padEnd(width)} = ${toCode(value)}`), '  }'].join(
    '\n',
  );
}

function fromMembers(written: Written): Part {
  const { output_options: options } = decodeArgument('logpush_job', 'output_options', written).body;
  const given = isWrittenObject(options) ? options : {};
  const { field_names = null, timestamp_format, sample_rate = null, [cveName]: cve, ...members } = given;
  const names = namesOf(field_names);
  const output: Record<string, Written> = {
    ...(names !== null && { field_names: names }),
    ...(cve !== undefined && { cve_2021_44228: cve }),
  };
  const leftovers: Leftover[] = [];
  for (const [name, value] of Object.entries(members))
    if (Object.hasOwn(outputAttributes, name)) setOwn(output, name, value);
    else leftovers.push({ path: `output_options.${name}`, value });
  // A moved object has null for the defaults of its type.
  const type = output.output_type ?? 'ndjson';
  const defaults = type === 'csv' || type === 'ndjson' ? outputDefaults(type) : undefined;
  for (const name of ['record_prefix', 'record_suffix'] as const)
    if (defaults !== undefined && output[name] === escapeTemplates(defaults[name])) output[name] = null;
  return {
    config: {
      timestamp_format: emptyAsNull(timestamp_format),
      sample_rate,
      output_options: output,
    },
    leftovers,
  };
}

/** Translates `logpull_options` by their structure where the code has it, and else by a function. */
function fromLogpullOptions(written: string, locals: Locals): Part {
  const literal = literalOf(written);
  return literal === undefined
    ? (fromTemplate(written) ?? fromPlan(written, locals))
    : fromText(literal.trim());
}

function fromPlan(written: string, locals: Locals): Part {
  const options = locals.referenceTo('options', `provider::edge::logpull_options(${toCode(written)})`);
  const names = ['fields', 'timestamp_format', 'sample_rate'];
  return {
    config: Object.fromEntries(names.map((name) => [name, template(`${options}.${name}`)])),
    leftovers: [],
    findings: [leftOut],
  };
}

function fromText(text: string): Part {
  const { options } = parseLogpullOptions(text);
  if (options === undefined) return fromPairs(text.split('&').map((pair) => pairOf(pair, decodeOrKeep)));
  return {
    config: {
      fields: namesOf(options.fields.map(escapeTemplates)),
      timestamp_format: options.timestamps === timestampFormats[0] ? null : options.timestamps,
      sample_rate: options.sample === 1 ? null : options.sample,
    },
    leftovers: options.cve202144228 ? [{ path: `logpull_options.${cveName}`, value: true }] : [],
  };
}

/** Translates each pair of a template by itself, such as `fields=${join(",", var.fields)}&timestamps=rfc3339`. A directive may have several pairs. */
function fromTemplate(written: string): Part | undefined {
  const pairs: string[] = [''];
  const parts = splitTemplate(written.trim());
  if (parts.some(({ kind }) => kind === 'directive')) return undefined;
  for (const part of parts) {
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
  if (literalOf(text) !== undefined) return namesOf(text.split(',').filter((name) => name !== ''));
  const read = readExpression(expressionOf(text) ?? '');
  const [separator, list, ...more] = read.kind === 'call' && read.name === 'join' ? read.given : [];
  const isJoined = separator === '","' && list !== undefined && more.length === 0;
  return template(isJoined ? list : `compact(split(",", ${hcl(text)}))`);
}

/** Names without duplicates; null without names, as the service then delivers its default fields. */
function namesOf(names: Written): Written {
  if (!isWrittenList(names)) return names;
  return names.length === 0 ? null : [...new Set(names)];
}

function numberOf(text: string | undefined): Written {
  if (text === undefined || text === '') return null;
  return literalOf(text) !== undefined && Number.isFinite(Number(text)) ? Number(text) : text;
}

function emptyAsNull(value: Written | undefined): Written {
  return value === undefined || value === '' ? null : value;
}

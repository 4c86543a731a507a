import { fieldsOf } from '../../../ground/json';
import { own } from '../../../ground/record';
import { HclFile } from '../../../hcl/file';
import { tokenize, type Token } from '../../../hcl/tokens';
import { localAddress } from '../addresses';
import { keyOf, sourcesIn, type Block } from '../blocks';
import { hasAttribute } from '../successors';
import { maskCredentials } from '../translate/mask-credentials';
import type { BlockEdit, ConvertedObject, Finding, OldFile, OldResource } from '../model';
import type { MemberPath } from './changes';

/** A member of a block of the old code as the user wrote it. */
export function memberText(file: OldFile, place: Block, path: MemberPath): string {
  const block = sourcesIn(file).get(keyOf(place));
  const source = new HclFile(file.text);
  const member = block && source.find(block, path);
  if (member !== undefined) return source.slice('value' in member ? member.value : member);
  const value = path.reduce<unknown>((each, step) => {
    if (Array.isArray(each)) return (each as unknown[])[Number(step)];
    return own(fieldsOf(each), String(step));
  }, place.body);
  return JSON.stringify(value, undefined, 2);
}

/** A finding on a value that refers to what leaves without an equivalent, and becomes null or stays. */
export function unresolvedFinding(
  place: Pick<Finding, 'address' | 'file'>,
  unresolved: readonly string[],
  original: string,
  isNull: boolean,
): Finding {
  const state = isNull
    ? 'It is null until you write a value.'
    : 'Write a value, or remove what needs it: until then, the plan fails.';
  return {
    ...place,
    code: 'convert.reference',
    severity: 'todo',
    text: `Refers to ${unresolved.join(' and ')}, which leaves the configuration without an equivalent for this value. ${state}`,
    original: maskCredentials(original),
  };
}

/**
 * A finding on code that has the whole object, whose attributes differ now. None where the code reads attributes alone that the new object
 * has too, as `{ for key, job in cloudflare_logpush_job.this : key => job.id }` does.
 *
 * @param code - of the value, without the braces of a template
 */
export function findWholeObject(
  { resource, object }: { readonly resource: OldResource; readonly object: ConvertedObject },
  code: string,
  place: Pick<Finding, 'address' | 'file'>,
): Finding | undefined {
  const address = localAddress(resource);
  const { typeName, name } = object;
  const { names, isWhole } = readOf(code, address);
  const { dynamic = {}, ...body } = resource.body;
  const missing = (isWhole ? Object.keys({ ...body, ...fieldsOf(dynamic) }) : names).filter(
    (each) => !hasAttribute(object, each),
  );
  if (!isWhole && missing.length === 0) return undefined;
  const lacking = missing.length === 0 ? '' : ` It has no ${missing.join(', ')} of the same value.`;
  return {
    ...place,
    code: 'convert.whole_object',
    severity: 'todo',
    text: `Uses all of ${address}, which is ${typeName}.${name} now and has other attributes.${lacking} Check what reads it.`,
  };
}

/** Findings where code reads an attribute that leaves a block which stays: the provider clears it at the service. */
export function findRemoved(
  { resource, without }: BlockEdit,
  code: string,
  place: Pick<Finding, 'address' | 'file'>,
): readonly Finding[] {
  const address = localAddress(resource);
  const { names, isWhole } = readOf(code, address);
  return without
    .filter((name) => names.includes(name) || (isWhole && code.includes(`"${name}"`)))
    .map((name) => ({
      ...place,
      code: 'convert.reference',
      severity: 'todo',
      text: `Reads ${name} of ${address}. The attribute leaves the code, and the provider clears it at the service. Write the value here, or remove what needs it.`,
    }));
}

/** The attributes that code reads of an address, wherever it refers to it, and whether it has the objects themselves too. */
function readOf(code: string, address: string) {
  const tokens = tokenize(code).filter(({ kind }) => kind !== 'newline' && kind !== 'comment');
  const path = tokenize(address).map(({ text }) => text);
  const starts = tokens.flatMap((_, at) =>
    path.every((each, step) => tokens[at + step]?.text === each) ? [at] : [],
  );
  const all = starts.map((start) => readAt(tokens, start, start + path.length));
  return {
    names: [...new Set(all.flatMap((names) => names ?? []))],
    isWhole: starts.length === 0 || all.includes(undefined),
  };
}

/** The attributes that are read of an address between two places of the code; undefined for the objects themselves. */
function readAt(tokens: readonly Token[], start: number, end: number): readonly string[] | undefined {
  const textAt = (at: number) => tokens[at]?.text;
  const [of = '', before, behind] = [textAt(start - 2), textAt(start - 1), textAt(end)];
  if (before === '(' && behind === ')') {
    if (['keys', 'length', 'can'].includes(of)) return [];
    return attributeIn(tokens.slice(end + 1));
  }
  if (before !== 'in' || behind !== ':') return attributeIn(tokens.slice(end));
  const uses = tokens.flatMap(({ kind, text }, at) =>
    kind === 'identifier' && text === of && at !== start - 2 && textAt(at - 1) !== '.' ? [at] : [],
  );
  const isRead = uses.every((at) => textAt(at + 1) === '.' && tokens[at + 2]?.kind === 'identifier');
  return isRead ? uses.map((at) => textAt(at + 2) ?? '') : undefined;
}

/** The attribute behind an object, or behind an index of it. */
function attributeIn(tokens: readonly Token[]): readonly string[] | undefined {
  const [, name] = /^(?:\[[^\]]*\])?\.([A-Za-z_][\w-]*)/.exec(tokens.map(({ text }) => text).join('')) ?? [];
  return name === undefined ? undefined : [name];
}

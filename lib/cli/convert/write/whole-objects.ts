import { tokenize } from '../../../hcl/tokens';
import { contracts } from '../../import/write/config';
import { localAddress } from '../addresses';
import type { Traversal } from '../../../hcl/expressions';
import type { BlockEdit, ConvertedObject, Finding, OldResource } from '../model';

/**
 * A finding where code has the whole object: it has other attributes now. None where the code reads attributes alone that the new object
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
  const read = attributesRead(code, address);
  const names = Object.keys(contracts[typeName].attributes);
  const missing = (read ?? Object.keys(resource.body)).filter((each) => !names.includes(each));
  if (read !== undefined && missing.length === 0) return undefined;
  const lacking = missing.length === 0 ? '' : ` It has no ${missing.join(', ')}.`;
  return {
    ...place,
    code: 'convert.whole_object',
    severity: 'todo',
    text: `Has ${address} as a whole, which is ${typeName}.${name} now, with other attributes.${lacking} Check what reads it.`,
  };
}

/** Findings where code reads an attribute that leaves a block which stays: the provider clears it at the service. */
export function findRemoved(
  { resource, without }: BlockEdit,
  { steps }: Traversal,
  code: string,
  place: Pick<Finding, 'address' | 'file'>,
): readonly Finding[] {
  const address = localAddress(resource);
  const attribute = steps
    .slice(1)
    .find(({ kind }) => kind === 'attribute')
    ?.text.slice(1);
  const read = attribute === undefined ? attributesRead(code, address) : [attribute];
  return without
    .filter((name) => read?.includes(name) === true)
    .map((name) => ({
      ...place,
      code: 'convert.reference',
      severity: 'todo',
      text: `Reads ${name} of ${address}, which leaves the code: the provider clears it at the service. Write the value here, or remove what needs it.`,
    }));
}

/** The attributes that the code reads of each object; undefined where it has the objects themselves. */
function attributesRead(code: string, address: string): readonly string[] | undefined {
  const tokens = tokenize(code).filter(({ kind }) => kind !== 'newline' && kind !== 'comment');
  const texts = tokens.map(({ text }) => text);
  const path = tokenize(address).map(({ text }) => text);
  const start = texts.findIndex((_, at) => path.every((each, step) => texts[at + step] === each));
  const end = start + path.length;
  const [of = '', before] = [texts[start - 2], texts[start - 1]];
  if (before === '(' && texts[end] === ')') {
    if (['keys', 'length', 'can'].includes(of)) return [];
    const [, attribute] = /^(?:\[[^\]]*\])?\.([A-Za-z_][\w-]*)/.exec(texts.slice(end + 1).join('')) ?? [];
    return attribute === undefined ? undefined : [attribute];
  }
  if (before !== 'in' || texts[end] !== ':') return undefined;
  const uses = tokens.flatMap(({ kind, text }, at) =>
    kind === 'identifier' && text === of && at !== start - 2 && texts[at - 1] !== '.' ? [at] : [],
  );
  const isRead = uses.every((at) => texts[at + 1] === '.' && tokens[at + 2]?.kind === 'identifier');
  return isRead ? [...new Set(uses.map((at) => texts[at + 2] ?? ''))] : undefined;
}

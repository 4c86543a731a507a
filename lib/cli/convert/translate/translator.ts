import type { Written, WrittenObject } from '../../../hcl/template';
import type { ConvertedObject, OldInstance, OldKind, OldResource } from '../model';
import { Source, UnreadableState, type RetiredKind } from '../../../retired';
import type { Arguments, Leftover } from './arguments';
import { reportLeftovers, type Draft, type FindingOnBlock } from './draft';
import { adoptObjects } from './imports';
import { bodyOf } from './argument-values';
import { addObject, reportMetaArguments, metaOf } from './object';
import { decodeWritten } from './decode-arguments';

/** The translation of blocks of a kind to objects of ours that are the same at the service. */
export interface Translator {
  readonly kind: OldKind & RetiredKind;
  readonly typeName: ConvertedObject['typeName'];
  /**
   * Whether it translates a block of the kind; left out where it translates all. A block that it does not translate stays, unless it is
   * for `another` one, with the reason if there is one.
   */
  readonly appliesTo?: (resource: OldResource) => boolean | 'another' | Kept;
  /** The arguments that `toConfig` reads itself, since it needs parts of them. */
  readonly parts: readonly string[];
  /**
   * The attributes of the object, or why the block stays.
   *
   * @param given - the other members of the object as the API has them; those that are not taken have no equivalent
   */
  readonly toConfig: (draft: Draft, resource: OldResource, given: Arguments) => Decoded | Kept;
  readonly importId: (instance: OldInstance) => string | undefined;
}

export interface Decoded {
  readonly config: WrittenObject;
  readonly locals?: WrittenObject;
  /** The arguments that none of the attributes expresses, beside those that are left. */
  readonly leftovers?: readonly Leftover[];
  readonly findings?: readonly FindingOnBlock[];
  /** A precondition for each instance, beside the conditions of the old block. */
  readonly precondition?: WrittenObject;
}

export interface Kept {
  readonly why: string;
  readonly severity: 'note' | 'todo';
}

export function translateBlock(draft: Draft, resource: OldResource, translator: Translator): void {
  const applies = translator.appliesTo?.(resource) ?? true;
  if (applies === 'another') return;
  if (applies === false) draft.keep(resource);
  else if (applies !== true) keep(draft, resource, applies);
  else translate(draft, resource, translator);
}

function keep(draft: Draft, resource: OldResource, { why, severity }: Kept): void {
  draft.keep(resource, { code: 'convert.no_equivalent', severity, text: `${why} The block stays as it is.` });
}

function translate(draft: Draft, resource: OldResource, translator: Translator): void {
  const decoded = decode(draft, resource, translator);
  if ('why' in decoded) {
    keep(draft, resource, decoded);
    return;
  }
  const { typeName, importId } = translator;
  const { config, locals = {}, leftovers = [], findings = [], precondition } = decoded;
  const object = addObject(draft, {
    typeName,
    at: resource,
    name: resource.name,
    meta: metaOf(resource, typeName, precondition),
    config,
    ...(Object.keys(locals).length > 0 && { locals }),
    remarks: [],
    replaces: [resource],
  });
  const isAdopted = adoptObjects(draft, resource, object, importId);
  for (const each of findings) draft.addFindingOn(resource, each);
  reportMetaArguments(draft, resource, typeName);
  reportLeftovers(draft, resource, leftovers, isAdopted ? 'adopted' : 'created');
  draft.addOutcomeOf(resource, 'converted', object);
}

function decode(draft: Draft, resource: OldResource, { kind, parts, toConfig }: Translator): Decoded | Kept {
  const isWhole = (name: string) => !parts.includes(name);
  const whole = Object.entries(bodyOf(resource)).filter(([name]) => isWhole(name));
  try {
    const { body, leftovers } = decodeWritten(kind, Object.fromEntries(whole), isWhole);
    const given = new Source<Written>(body);
    const decoded = toConfig(draft, resource, given);
    if ('why' in decoded) return decoded;
    return { ...decoded, leftovers: [...leftovers, ...given.unread(), ...(decoded.leftovers ?? [])] };
  } catch (error) {
    if (!(error instanceof UnreadableState)) throw error;
    return { why: `${error.message}.`, severity: 'todo' };
  }
}

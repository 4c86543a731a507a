import type { ProjectNames } from '../../../import/write/names';
import { packageName } from '../../../import/write/typescript/package-name';
import type { ResourceCode } from '../../../../resources/code';
import { codeOf } from '../../../../resources/code-of';
import { propName } from '../../../../resources/prop-name';
import { propsOf, readConfig, type Scope } from '../../../import/write/typescript/props';
import type { Identifiers } from '../../../project/identifiers';
import type { SourceFile } from '../../../project/source-file';
import { commentLine } from '../../../project/text';
import {
  array,
  call,
  declaration,
  method,
  name,
  object,
  plainText,
  statement,
  type Code,
  type Member,
} from '../../../project/typescript';
import type { ConvertedObject } from '../../model';
import { isWrittenObject, literalOf, type Written, type WrittenObject } from '../../../../hcl/template';
import type { OldComment } from '../hcl/comments';
import { remarkLines } from '../remark-lines';
import type { Planned } from './plan';
import { own } from '../../../../ground/record';

/** Where constructs are written. */
export interface ConstructScope {
  readonly file: SourceFile;
  /** For the constants of the function. */
  readonly identifiers: Identifiers;
  /** The props that name the zone and the account, where the file has a constant for them. */
  readonly owners: Scope['owners'];
}

/**
 * The lines that make the construct of an object.
 *
 * @param comments - those of the blocks that it replaces
 */
export function constructLines(
  { it, id, needsName }: Planned<ConvertedObject>,
  comments: readonly OldComment[],
  scope: ConstructScope,
): string[] {
  const { file } = scope;
  const { typeName, name: address, meta } = it;
  const code = codeOf(typeName);
  const { props, overrides } = splitConfig(code, it);
  const notes = [...comments, ...it.remarks.map((remark) => ({ ...remark, lines: remarkLines(remark) }))];
  const members = [
    ...repetition(meta, file),
    ...propsOf(readConfig(props, code), {
      file,
      names: noNames,
      owners: scope.owners,
    }).map((member, at) => withComments(member, linesFor(Object.keys(props)[at], notes))),
    ...dependencies(meta),
    ...lifecycle(meta),
  ];
  const above = notes.filter(({ attribute }) => attribute === undefined || !Object.hasOwn(props, attribute));
  const construct = call(
    `new ${file.import(packageName, code.construct)}`,
    name('scope'),
    plainText(id),
    object(members),
  );
  return [
    ...above.flatMap(({ lines }) => lines.map((line) => `  ${commentLine(line)}`)),
    ...statements(construct, [
      ...(needsName ? [['overrideLogicalId', address]] : []),
      ...overrides.map((override) => ['addOverride', ...override]),
    ]),
  ];

  /** @param calls - methods of the resource, with their parameters */
  function statements(code: Code, calls: readonly (readonly string[])[]): string[] {
    if (calls.length === 0) return [statement(code, 2)];
    const constant = scope.identifiers.add(id, 'resource');
    const resource = name(`${constant}.resource`);
    return [
      declaration('const', constant, code, 2),
      ...calls.map(([callee = '', ...parameters]) =>
        statement(method(resource, callee, ...parameters.map(plainText)), 2),
      ),
    ];
  }
}

/** Attributes that no prop takes as an expression, with their paths. */
function splitConfig(
  { contract: { attributes } }: ResourceCode,
  { config }: ConvertedObject,
): {
  readonly props: WrittenObject;
  readonly overrides: readonly (readonly [path: string, template: string])[];
} {
  const overrides: (readonly [string, string])[] = [];
  const props = Object.entries(config).flatMap(([attribute, value]): [string, Written][] => {
    if (value === null) return [];
    const { type } = own(attributes, attribute) ?? {};
    if (type?.kind !== 'nested') return [[attribute, value]];
    if (typeof value === 'string') {
      overrides.push([attribute, value]);
      return [];
    }
    if (!isWrittenObject(value)) return [[attribute, value]];
    const members = Object.entries(value).filter(([member, each]) => {
      if (each === null) return false;
      // The options of an output are booleans of TypeScript.
      const isOverride =
        attribute === 'output_options' &&
        own(type.attributes, member)?.type.kind === 'bool' &&
        typeof each === 'string';
      if (isOverride) overrides.push([`${attribute}.${member}`, each]);
      return !isOverride;
    });
    return [[attribute, Object.fromEntries(members)]];
  });
  return { props: Object.fromEntries(props), overrides };
}

function repetition({ forEach, count }: ConvertedObject['meta'], file: SourceFile): Member[] {
  const members: Member[] = [];
  if (forEach !== undefined && forEach !== null) {
    const iterator = `${file.import('cdktf', 'TerraformIterator')}.fromMap`;
    members.push({ name: 'forEach', code: call(iterator, mapCode(forEach, file)) });
  }
  if (typeof count === 'number') members.push({ name: 'count', code: name(String(count)) });
  if (typeof count === 'string')
    members.push({
      name: 'count',
      code: call(`${file.import('cdktf', 'Token')}.asNumber`, plainText(count)),
    });
  return members;
}

function mapCode(forEach: Written, file: SourceFile): Code {
  if (typeof forEach === 'string')
    return call(`${file.import('cdktf', 'Token')}.asAnyMap`, plainText(forEach));
  return writtenCode(forEach);
}

/** A value whose templates stay. */
export function writtenCode(written: Written): Code {
  if (typeof written === 'string') return plainText(written);
  if (isWrittenObject(written))
    return object(Object.entries(written).map(([key, each]) => ({ name: key, code: writtenCode(each) })));
  return typeof written === 'object' && written !== null
    ? array(written.map(writtenCode))
    : name(String(written));
}

/** Resources that are no constructs have an address. */
function dependencies({ dependsOn = [] }: ConvertedObject['meta']): Member[] {
  if (dependsOn.length === 0) return [];
  return [{ name: 'dependsOn', code: array(dependsOn.map((fqn) => object({ fqn: plainText(fqn) }))) }];
}

function lifecycle({ lifecycle: given = {} }: ConvertedObject['meta']): Member[] {
  const members = Object.entries(given).map(([argument, value]) => ({
    name: propName(argument),
    code: name(String(value)),
  }));
  return members.length === 0 ? [] : [{ name: 'lifecycle', code: object(members) }];
}

function linesFor(attribute: string | undefined, notes: readonly OldComment[]): string[] {
  return notes
    .filter((each) => each.attribute === attribute && attribute !== undefined)
    .flatMap(({ lines }) => lines);
}

function withComments(member: Member, lines: readonly string[]): Member {
  return lines.length === 0 ? member : { ...member, comments: [...(member.comments ?? []), ...lines] };
}

/** The id that all objects of a file have in an attribute, if there are several of them and it is no expression. */
export function sharedOwner(objects: readonly ConvertedObject[], attribute: string): string | undefined {
  const ids = new Set(objects.flatMap(({ config }) => own(config, attribute) ?? []));
  const [id, ...others] = ids;
  const uses = objects.filter(({ config }) => Object.hasOwn(config, attribute));
  return typeof id === 'string' && others.length === 0 && uses.length > 1 ? literalOf(id) : undefined;
}

/** Nothing has a name that it shares. */
const noNames: ProjectNames = {
  groups: [],
  shared: () => undefined,
  ofAccount: () => undefined,
  constantsOf: () => [],
};

import { own } from '../../../ground/record';
import { isWrittenList, isWrittenObject, type Written, type WrittenObject } from '../../../hcl/template';
import type { ResourceCode } from '../../../resources/code';
import { codeOf } from '../../../resources/code-of';
import { propName } from '../../../resources/prop-name';
import type { Identifiers } from '../identifiers';
import { packageName } from '../package-name';
import type { SourceFile } from '../source-file';
import { commentLine } from '../text';
import {
  array,
  call,
  declaration,
  method,
  name,
  object as objectCode,
  plainText,
  statement,
  type Code,
  type Member,
} from '../typescript';
import { linesAbove, linesAboveObject, type ObjectCode, type ObjectMeta } from './object-code';
import { propsOf, readConfig, type Scope } from './props';

export interface ConstructScope extends Scope {
  /** The variable with the scope of the construct. */
  readonly scope: 'scope' | 'stack';
  /** The identifiers of the function's constants. */
  readonly identifiers: Identifiers;
}

/** The settings of a construct beside its props. */
export interface ConstructSettings {
  readonly id: string;
  /** The name in Terraform, where CDKTF makes another one of the id. */
  readonly logicalId?: string;
  /** The import id of an object that exists. */
  readonly importId?: string;
}

export function constructLines(
  object: ObjectCode,
  { id, logicalId, importId }: ConstructSettings,
  scope: ConstructScope,
): string[] {
  const { file } = scope;
  const { typeName, meta = {} } = object;
  const code = codeOf(typeName);
  const { props, overrides } = splitConfig(code, withFields(object.config));
  const attributes = Object.keys(props);
  const members = [
    ...repetition(meta, file),
    ...propsOf(readConfig(props, code), scope).map((member, at): Member => ({
      ...member,
      comments: linesAbove(attributes[at] ?? '', object),
    })),
    ...dependencies(meta),
    ...lifecycle(meta),
  ];
  const construct = call(
    `new ${file.import(packageName, code.construct)}`,
    name(scope.scope),
    plainText(id),
    objectCode(members),
  );
  return [
    ...linesAboveObject(object, props).map((line) => `  ${commentLine(line)}`),
    ...statements(importId === undefined ? construct : method(construct, 'importFrom', plainText(importId)), [
      ...(logicalId === undefined ? [] : [['overrideLogicalId', logicalId]]),
      ...overrides.map((override) => ['addOverride', ...override]),
    ]),
  ];

  /** @param calls - methods of the resource, with their parameters */
  function statements(made: Code, calls: readonly (readonly string[])[]): string[] {
    if (calls.length === 0) return [statement(made, 2)];
    const constant = scope.identifiers.add(id, 'resource');
    const resource = name(`${constant}.resource`);
    return [
      declaration('const', constant, made, 2),
      ...calls.map(([callee = '', ...parameters]) =>
        statement(method(resource, callee, ...parameters.map(plainText)), 2),
      ),
    ];
  }
}

/** A config with the field names of its output as `fields`, whose order a construct takes. */
function withFields(config: WrittenObject): WrittenObject {
  const { fields, output_options: output } = config;
  const names = isWrittenObject(output) ? (output.field_names ?? null) : null;
  if (fields !== undefined || names === null) return config;
  return Object.fromEntries(
    Object.entries(config).flatMap(([name, value]) =>
      name === 'output_options'
        ? [
            ['fields', names],
            [name, value],
          ]
        : [[name, value]],
    ),
  );
}

/** The config of props, and the paths and templates of attributes that no prop takes as an expression. */
function splitConfig({ contract: { attributes } }: ResourceCode, config: WrittenObject) {
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

function repetition({ forEach, count }: ObjectMeta, file: SourceFile): Member[] {
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

/** The code of a value whose templates stay. */
export function writtenCode(written: Written): Code {
  if (typeof written === 'string') return plainText(written);
  if (isWrittenObject(written))
    return objectCode(Object.entries(written).map(([key, each]) => ({ name: key, code: writtenCode(each) })));
  return typeof written === 'object' && written !== null
    ? array(written.map(writtenCode))
    : name(String(written));
}

/** The `dependsOn` of an object. Resources that are no constructs have an address. */
function dependencies({ dependsOn = [] }: ObjectMeta): Member[] {
  if (dependsOn.length === 0) return [];
  return [{ name: 'dependsOn', code: array(dependsOn.map((fqn) => objectCode({ fqn: plainText(fqn) }))) }];
}

function lifecycle({ lifecycle: given = {} }: ObjectMeta): Member[] {
  return Object.keys(given).length === 0 ? [] : [{ name: 'lifecycle', code: writtenCode(inProps(given)) }];
}

function inProps(written: Written): Written {
  if (isWrittenList(written)) return written.map(inProps);
  if (!isWrittenObject(written)) return written;
  return Object.fromEntries(Object.entries(written).map(([key, each]) => [propName(key), inProps(each)]));
}

import { isObject, listOf, parseJson, textOf, type JsonObject } from '../../../ground/json';
import { own } from '../../../ground/record';
import type { EdgeObject, Requirement, StackFiles, Variable } from './model';
import { localModule } from './read-hcl';

/**
 * What a file in the JSON syntax of Terraform says, as synth writes it.
 *
 * @throws an Error where the text is not JSON
 */
export function readJsonSyntax(file: string, text: string): StackFiles {
  const root = parseJson(text);
  return {
    requirements: objectsOf(isObject(root) ? root.terraform : undefined)
      .flatMap(({ required_providers: required }) => objectsOf(required))
      .flatMap(Object.entries)
      .map(([name, value]) => requirementOf(file, name, value)),
    variables: objectsOf(isObject(root) ? root.variable : undefined)
      .flatMap(Object.entries)
      .map(([name, value]) => variableOf(name, value)),
    objects: [...objectsIn(file, root, 'resource'), ...objectsIn(file, root, 'data')],
    modules: objectsOf(isObject(root) ? root.module : undefined)
      .flatMap((all) => Object.values(all).flatMap(objectsOf))
      .flatMap(({ source }) => localModule(source)),
    faults: [],
  };
}

function requirementOf(file: string, name: string, value: unknown): Requirement {
  const [entry = {}] = objectsOf(value);
  const version = typeof value === 'string' ? value : textOf(entry.version);
  return { file, name, source: textOf(entry.source), version };
}

function variableOf(name: string, value: unknown): Variable {
  const [entry = {}] = objectsOf(value);
  return { name, hasDefault: 'default' in entry, text: textOf(entry.default) };
}

function objectsIn(file: string, root: unknown, kind: 'resource' | 'data'): EdgeObject[] {
  return objectsOf(isObject(root) ? own(root, kind) : undefined)
    .flatMap((each) => Object.entries(each))
    .filter(([type]) => type.startsWith('edge_'))
    .flatMap(([type, all]) =>
      objectsOf(all).flatMap((each) =>
        Object.entries(each).map(([name, body]) => ({ file, kind, type, name, attributes: textsOf(body) })),
      ),
    );
}

function textsOf(body: unknown): Record<string, string> {
  const texts = objectsOf(body)
    .flatMap((each) => Object.entries(each))
    .filter((each): each is [string, string] => typeof each[1] === 'string');
  return Object.fromEntries(texts);
}

/** JSON syntax writes one block as an object, and several as a list. */
function objectsOf(value: unknown): JsonObject[] {
  return (Array.isArray(value) ? listOf(value) : [value]).filter(isObject);
}

import { fieldsOf, parseJson, textMembersOf, textOf, type JsonObject } from '../../../ground/json';
import { findBlocks, findBody, type SourceAttribute, type SourceBlock } from '../../../hcl/blocks';
import { bodiesOf, literalOf } from '../../../hcl/template';
import { joinFiles, type StackFiles } from './model';

/**
 * The blocks of a file, in HCL or in the JSON syntax of Terraform, as synth writes it.
 *
 * @throws an Error, with the line in HCL, where the text has another syntax
 */
export function readSyntax(file: string, text: string): StackFiles {
  if (file.endsWith('.json')) return filesOf(file, parseJson(text));
  return joinFiles(findBlocks(text).map((block) => filesOf(file, asJson(text, block))));
}

/**
 * The values of a file of variables, those that are plain texts.
 *
 * @throws an Error with the line where the text is not HCL
 */
export function readTexts(text: string): [string, string | undefined][] {
  const source = `values {\n${text}\n}`;
  return findBlocks(source)
    .flatMap((block) => findBody(source, block).attributes)
    .map((each) => [each.name, literalIn(source, each)]);
}

/** @param root - in JSON syntax */
function filesOf(file: string, root: unknown): StackFiles {
  const { terraform, variable, module, resource, data } = fieldsOf(root);
  const objectsIn = (kind: 'resource' | 'data', section: unknown) =>
    membersOf(section)
      .filter(([type]) => type.startsWith('edge_'))
      .flatMap(([type, all]) =>
        membersOf(all).map(([name, body]) => ({
          file,
          kind,
          type,
          name,
          attributes: Object.fromEntries(
            bodiesOf(body).flatMap((each) => Object.entries(textMembersOf(each))),
          ),
        })),
      );
  return {
    requirements: bodiesOf(terraform)
      .flatMap(({ required_providers: required }) => membersOf(required))
      .map(([name, value]) => {
        const [entry = {}] = bodiesOf(value);
        return { file, name, source: textOf(entry.source), version: textOf(value) ?? textOf(entry.version) };
      }),
    variables: membersOf(variable).map(([name, value]) => {
      const [entry = {}] = bodiesOf(value);
      return { name, hasDefault: 'default' in entry, text: textOf(entry.default) };
    }),
    objects: [...objectsIn('resource', resource), ...objectsIn('data', data)],
    // Terraform takes what begins like this from a folder.
    modules: membersOf(module)
      .flatMap(([, all]) => bodiesOf(all))
      .flatMap(({ source }) => (typeof source === 'string' && /^\.\.?\//.test(source) ? [source] : [])),
    faults: [],
  };
}

function membersOf(section: unknown): [string, unknown][] {
  return bodiesOf(section).flatMap((each) => Object.entries(each));
}

/** A block in JSON syntax, as far as it matters here. */
function asJson(text: string, block: SourceBlock): JsonObject {
  const { type, labels } = block;
  const isObject = (type === 'resource' || type === 'data') && labels[0]?.startsWith('edge_') === true;
  if (!isObject && !['terraform', 'variable', 'module'].includes(type)) return {};
  const { attributes, blocks } = findBody(text, block);
  if (type === 'terraform') {
    const required = blocks.filter((each) => each.type === 'required_providers');
    const entries = required.flatMap((each) => findBody(text, each).attributes);
    return {
      terraform: { required_providers: entries.map((each) => ({ [each.name]: entryOf(text, each) })) },
    };
  }
  const read = isObject ? writtenIn : literalIn;
  const body = Object.fromEntries(attributes.map((each) => [each.name, read(text, each)]));
  const [label = '', name = ''] = labels;
  return { [type]: { [label]: isObject ? { [name]: body } : body } };
}

/** An entry of `required_providers`: an object, or a constraint alone, as old versions had it. */
function entryOf(text: string, { value: { start, end } }: SourceAttribute): unknown {
  const value = text.slice(start, end);
  const member = (name: string) =>
    new RegExp(`(?:^|[\\s{,"])${name}"?\\s*[=:]\\s*"([^"]*)"`).exec(value)?.[1];
  if (value.startsWith('"')) return value.slice(1, -1);
  return { source: member('source'), version: member('version') };
}

function writtenIn(text: string, attribute: SourceAttribute): string {
  const value = text.slice(attribute.value.start, attribute.value.end);
  return literalIn(text, attribute) ?? (value.startsWith('"') ? value.slice(1, -1) : `\${${value}}`);
}

/** A text without expressions. */
function literalIn(text: string, { value: { start, end } }: SourceAttribute): string | undefined {
  const value = text.slice(start, end);
  return /^"[^"\\]*"$/.test(value) ? literalOf(value.slice(1, -1)) : undefined;
}

import { findBlocks, findBody, type SourceAttribute, type SourceBlock } from '../../../hcl/blocks';
import { literalOf } from '../../../hcl/template';
import { joinFiles, noFiles, type EdgeObject, type Requirement, type StackFiles } from './model';

/**
 * What a file in HCL says.
 *
 * @throws an Error with the line where the text is not HCL
 */
export function readHcl(file: string, text: string): StackFiles {
  return joinFiles(findBlocks(text).map((block) => readBlock(file, text, block)));
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
    .map((each) => [each.name, textOf(source, each)]);
}

function readBlock(file: string, text: string, block: SourceBlock): StackFiles {
  const { type, labels } = block;
  const [label = '', name = ''] = labels;
  if (type === 'terraform') return { ...noFiles, requirements: requirementsOf(file, text, block) };
  if (type === 'variable') {
    const given = findBody(text, block).attributes.find((each) => each.name === 'default');
    const variable = { name: label, hasDefault: given !== undefined, text: given && textOf(text, given) };
    return { ...noFiles, variables: [variable] };
  }
  if (type === 'module') {
    const source = findBody(text, block).attributes.find((each) => each.name === 'source');
    return { ...noFiles, modules: localModule(source && textOf(text, source)) };
  }
  if ((type !== 'resource' && type !== 'data') || !label.startsWith('edge_')) return noFiles;
  const attributes = Object.fromEntries(
    findBody(text, block).attributes.map((each) => [each.name, writtenOf(text, each)]),
  );
  const object: EdgeObject = { file, kind: type, type: label, name, attributes };
  return { ...noFiles, objects: [object] };
}

/** Terraform takes what begins like this from a folder. */
export function localModule(source: unknown): readonly string[] {
  return typeof source === 'string' && /^\.\.?\//.test(source) ? [source] : [];
}

function requirementsOf(file: string, text: string, block: SourceBlock): Requirement[] {
  const required = findBody(text, block).blocks.filter((each) => each.type === 'required_providers');
  return required
    .flatMap((each) => findBody(text, each).attributes)
    .map((each) => ({ file, name: each.name, ...requirementOf(textBetween(text, each)) }));
}

/** The entry as an object, or as a constraint alone, as old versions had it. */
function requirementOf(value: string): Pick<Requirement, 'source' | 'version'> {
  const member = (name: string) =>
    new RegExp(`(?:^|[\\s{,"])${name}"?\\s*[=:]\\s*"([^"]*)"`).exec(value)?.[1];
  if (value.startsWith('"')) return { source: undefined, version: value.slice(1, -1) };
  return { source: member('source'), version: member('version') };
}

function textBetween(text: string, { value }: SourceAttribute): string {
  return text.slice(value.start, value.end);
}

/** The value as JSON syntax has it. */
function writtenOf(text: string, attribute: SourceAttribute): string {
  const value = textBetween(text, attribute);
  return textOf(text, attribute) ?? (value.startsWith('"') ? value.slice(1, -1) : `\${${value}}`);
}

/** A text without expressions. */
function textOf(text: string, attribute: SourceAttribute): string | undefined {
  const value = textBetween(text, attribute);
  return /^"[^"\\]*"$/.test(value) ? literalOf(value.slice(1, -1)) : undefined;
}

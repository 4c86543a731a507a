import { functions } from '../../lib/functions';
import type { Example, ProviderFunction } from '../../lib/functions/provider-function';
import type { Parameter } from '../../lib/functions/parameter';
import { typeNotation, type TypeNotation } from '../../lib/drivers/plugin/wire/schema';
import { code } from '../../lib/ground/words';
import type { AttributeType } from '../../lib/schema';
import { fence, table } from './markdown';

/** The generated part of docs/functions.md. */
export function functionParagraphs(): string[] {
  return [
    '# Functions',
    '{contents}',
    'Functions of the provider for expressions in HCL. They call no API and need no credentials, so they also work in `terraform console`, ' +
      '`terraform test`, `check` blocks and `precondition`s. For filters in code, [`LogFilter`](filters.md) does the same.',
    table(
      ['function', 'does'],
      functions.map(({ name, summary }) => [`[${code(name)}](#${name})`, summary]),
    ),
    'A module that calls them lists the provider in `required_providers`: see [HCL without a CDK](hcl.md). The name after `provider::` is the ' +
      'one that it has there.',
    ...functions.flatMap(sectionOf),
  ];
}

function sectionOf(given: ProviderFunction): string[] {
  const { name, summary, description, parameters, optional, examples } = given;
  return [
    `## ${name}`,
    summary,
    fence('hcl', `provider::edge::${signatureOf(given)}`),
    description,
    table(['parameter', 'type', 'description'], parameters.map(rowOf)),
    ...(optional === undefined
      ? []
      : [`${code(optional.name)} (${code(parameterType(optional))}): ${optional.description}`]),
    ...examples.map((each) => exampleBlock(each)),
  ];
}

/** `filter(expression, options…) → string` */
export function signatureOf({ name, parameters, optional, returns }: ProviderFunction): string {
  const names = [
    ...parameters.map((each) => each.name),
    ...(optional === undefined ? [] : [`${optional.name}…`]),
  ];
  return `${name}(${names.join(', ')}) → ${typeText(returns)}`;
}

function rowOf(parameter: Parameter): string[] {
  return [code(parameter.name), code(parameterType(parameter)), parameter.description];
}

export function parameterType({ type }: Parameter): string {
  return type.kind === 'dynamic' ? 'object' : typeText(type);
}

/** A type as HCL spells it. */
export function typeText(type: AttributeType): string {
  return notationText(typeNotation(type));
}

function notationText(type: TypeNotation): string {
  if (typeof type === 'string') return type;
  const [kind, inner] = type;
  if (typeof inner === 'string' || Array.isArray(inner))
    return `${kind}(${notationText(inner as TypeNotation)})`;
  const members = Object.entries(inner as Readonly<Record<string, TypeNotation>>);
  return `${kind}({ ${members.map(([name, each]) => `${name} = ${notationText(each)}`).join(', ')} })`;
}

/** A call, and below it the result as a comment: a text as it is. */
export function exampleBlock({ code: call, result }: Example, language = 'hcl'): string {
  const shown = typeof result === 'string' ? result : JSON.stringify(result);
  return fence(language, `${call}\n# ${shown}`);
}

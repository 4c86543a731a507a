import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { code } from '../../lib/ground/words';
import { propName } from '../../lib/resources/expressions';
import type { Attribute, Attributes, Contract } from '../../lib/schema';
import {
  argumentDetails,
  argumentLists,
  argumentsOf,
  enumTable,
  interfaceOf,
  memberLists,
  typeText,
  type Argument,
} from './attributes';
import type { DocComments, Output, Prop } from './doc-comments';
import { exampleOf, type Stack } from './examples';
import { importOf, importTextOf } from './imports';
import { anchorOf, fence, onOneLine, paragraphs } from './markdown';
import { classNameOf, folderOf, registryPageOf } from './names';

const root = join(__dirname, '../..');

/** The generated part of the page of a construct. */
export async function resourcePage(contract: Contract, docs: DocComments, errors: string): Promise<string> {
  const className = classNameOf(contract);
  const { comment, outputs } = docs.classOf(className);
  const { source, stack } = await exampleOf(folderOf(contract));
  const props = [...docs.propsOf(`${className}Props`), ...docs.propsOf('EdgeResourceProps')];
  const given = argumentsOf(contract.attributes, props);
  return paragraphs([
    `# ${className} (${contract.typeName})`,
    introOf(comment),
    ...guideLinks(folderOf(contract)),
    '{contents}',
    '## Example',
    fence('ts', source),
    ofCdktf,
    pythonHeading('../guides/languages.md'),
    fence('python', ''),
    `In HCL: [${contract.typeName}](../${registryPageOf(contract)}).`,
    '## Schema',
    `In HCL, the names are in snake case: ${exampleOfNames(contract)}. Every construct also takes the ` +
      '[arguments of Terraform itself](../provider.md#dependencies-and-instances): `provider`, `dependsOn`, `lifecycle`, `count` and `forEach`.',
    ...argumentLists(given, docs),
    '### Read-Only',
    'In code, these are tokens. With the [provisioner driver](../drivers.md) there are none.',
    outputList(contract, outputs),
    ...argumentDetails(given, docs),
    ...valueSection(given, docs),
    ...factorySections(contract, docs),
    '## Import',
    ...importSection(contract, comment, stack),
    '## Errors',
    ...errorSection(folderOf(contract), errors),
  ]);
}

/** The first prop with a name of several words, and its attribute. */
function exampleOfNames({ attributes }: Contract): string {
  const name = Object.keys(attributes).find((each) => each.includes('_')) ?? '';
  return `${code(propName(name))} is ${code(name)}`;
}

/** What changes with the other host, on every page with code for cdktn. */
export const ofCdktf =
  'With CDKTF, import from `cdktf` and `cdktf-edge-platform` instead of `cdktn` and `cdktf-edge-platform/cdktn`.';

export function pythonHeading(guide: string): string {
  return `The same in Python ([how to install it](${guide}), also for Java and Go):`;
}

/** The paragraphs of a class's comment that are not about the import, which has its own section. */
export function introOf(comment: string): string {
  return comment
    .split(/\n\n+/)
    .filter((paragraph) => !paragraph.startsWith('Import id:'))
    .join('\n\n');
}

/** The enums of all props, those in nested objects included. */
export function valueSection(given: readonly Argument[], docs: DocComments): string[] {
  const props = given.flatMap(({ prop, attribute }): readonly Prop[] => {
    if (prop === undefined) return [];
    return attribute?.type.kind === 'nested' ? [prop, ...interfaceOf(prop, docs)] : [prop];
  });
  const values = enumTable(props, docs);
  return values === undefined ? [] : ['### Values', values];
}

/** Interfaces of a construct's source that are no object of an attribute: the props of its static methods. */
function factorySections(contract: Contract, docs: DocComments): string[] {
  return (factories[contract.typeName] ?? []).flatMap(({ heading, interfaceName }) => [
    `### ${heading}`,
    ...memberLists(
      docs.propsOf(interfaceName).map((prop) => ({ prop })),
      docs,
    ),
  ]);
}

const factories: Readonly<
  Record<string, readonly { readonly heading: string; readonly interfaceName: string }[]>
> = {
  edge_pool_notification_policy: [
    { heading: 'PoolNotificationPolicy.perRecipients', interfaceName: 'PerRecipientsProps' },
    { heading: 'PoolRecipients', interfaceName: 'PoolRecipients' },
  ],
};

function outputList({ attributes }: Contract, outputs: readonly Output[]): string {
  return outputs
    .map(({ name, path, comment }) => {
      const attribute = attributeAt(attributes, path.split('.'));
      const facts = [
        typeText(attribute.type),
        ...(propName(path) === name ? [] : [`in HCL ${code(path)}`]),
        ...(attribute.sensitive === true ? ['sensitive'] : []),
      ];
      return `- ${code(name)} (${facts.join(', ')}) ${onOneLine(comment)}`;
    })
    .join('\n');
}

/** The attribute at a path: `status.migration_state`. */
function attributeAt(attributes: Attributes, [first = '', ...rest]: readonly string[]): Attribute {
  const found = attributes[first];
  if (found === undefined) throw new Error(`No contract has the attribute ${first}`);
  return rest.length > 0 && found.type.kind === 'nested' ? attributeAt(found.type.attributes, rest) : found;
}

/** The forms of the import id, and the line of a construct. The page in HCL has the other ways. */
function importSection(contract: Contract, comment: string, stack: Stack): string[] {
  return [
    importTextOf(comment),
    fence('ts', `${variableOf(contract)}.importFrom('${importOf(contract, stack).id}');`),
    `In HCL, write [an \`import\` block](../${registryPageOf(contract)}#import). ` +
      '[Import an existing object](../provider.md#import-an-existing-object) has more.',
  ];
}

function variableOf(contract: Contract): string {
  return (
    {
      edge_custom_fields_ruleset: 'fields',
      edge_logpush_job: 'job',
      edge_pool_notification_policy: 'policy',
    }[contract.typeName] ?? 'migration'
  );
}

/** The guides that link to the page of a resource. */
function guideLinks(folder: string): string[] {
  const guides = join(root, 'docs/guides');
  const links = readdirSync(guides).flatMap((name) => {
    const text = readFileSync(join(guides, name), 'utf8');
    const [, title = name] = /^# (.+)$/m.exec(text) ?? [];
    return text.includes(`(../resources/${folder}.md)`) ? [`[${title}](../guides/${name})`] : [];
  });
  return links.length === 0 ? [] : [`Step by step: ${links.join(', ')}.`];
}

/** The codes of the sections of docs/errors.md that link to the page of a resource. */
function errorSection(folder: string, errors: string): string[] {
  const sections = errors.split(/^## /m).slice(1);
  const ofResource = sections.filter((text) => text.includes(`(resources/${folder}.md)`));
  const lines = ofResource.map((text) => {
    const [heading = ''] = text.split('\n', 1);
    const codes = [...text.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, each = '']) => code(each));
    return `- [${heading}](../errors.md#${anchorOf(heading)}): ${codes.join(', ')}`;
  });
  return [lines.join('\n')];
}

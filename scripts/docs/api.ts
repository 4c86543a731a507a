import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { code } from '../../lib/ground/words';
import { resources } from '../../lib/resources';
import { firstSentence } from './attributes';
import type { DocComments } from './doc-comments';
import { paragraphs } from './markdown';
import { classNameOf, pageOf } from './names';
import { introOf, ofCdktf } from './resource-page';

const root = join(__dirname, '../..');

/** The classes of constants, one for each name of a log field or dataset: too many to list. */
const constants: Readonly<Record<string, string>> = {
  LogField:
    'A constant for each log field: `LogField.RayID`. `npx edge-platform logs fields <dataset>` lists those of a dataset, with their types.',
  LogDataset:
    'A constant for each dataset: `LogDataset.HTTP_REQUESTS`. `npx edge-platform logs fields` lists them.',
};

/** docs/api.md: all that the package exports for code, with one sentence for each. */
export function apiPage(docs: DocComments): string {
  const names = exportedNames();
  const of = (has: (name: string) => boolean, write: (name: string) => string[]) =>
    names.filter(has).flatMap(write);
  const isConstruct = (name: string) =>
    docs.classes.has(name) && /^(?:EdgeResource|Construct|Terraform\w+)$/.test(docs.baseOf(name) ?? '');
  return `${paragraphs([
    '# Constructs in code',
    'What `cdktf-edge-platform/cdktn` exports: each class, interface and enumeration, with one sentence for each member. The pages of the resources ' +
      'and your editor have the rest.',
    ofCdktf,
    '## Constructs',
    ...of(isConstruct, (name) => classSection(name, docs)),
    '## Classes',
    ...of(
      (name) => docs.classes.has(name) && !isConstruct(name),
      (name) => classSection(name, docs),
    ),
    ...Object.entries(constants).flatMap(([name, text]) => [`### ${name}`, text]),
    '## Interfaces',
    ...of(
      (name) => docs.interfaces.has(name),
      (name) => interfaceSection(name, docs),
    ),
    '## Enumerations',
    ...of(
      (name) => docs.enums.has(name),
      (name) => enumSection(name, docs),
    ),
  ])}\n`;
}

/** The names that the index exports, in their order. */
function exportedNames(): string[] {
  const text = readFileSync(join(root, 'lib/index.ts'), 'utf8');
  const source = ts.createSourceFile('index.ts', text, ts.ScriptTarget.ES2022, true);
  return source.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement)) return [];
    const clause = statement.exportClause;
    return clause !== undefined && ts.isNamedExports(clause)
      ? clause.elements.map(({ name }) => name.text)
      : [];
  });
}

function classSection(name: string, docs: DocComments): string[] {
  const { comment, members } = docs.classOf(name);
  const base = docs.baseOf(name);
  const found = resources.find(({ contract }) => classNameOf(contract) === name);
  const page = found === undefined ? '' : ` See [${name}](${pageOf(found.contract)}).`;
  return [
    `### ${name}`,
    `${firstSentence(introOf(comment))}${page}`,
    ...(base === undefined ? [] : [`Extends ${code(base)}.`]),
    members
      .filter(({ signature, comment: text }) => text !== '' || signature.startsWith('new '))
      .map(({ signature, comment: text }) => line(signature, text))
      .join('\n'),
  ];
}

function interfaceSection(name: string, docs: DocComments): string[] {
  const base = docs.baseOf(name);
  return [
    `### ${name}`,
    ...(base === undefined ? [] : [`Extends ${code(base)}.`]),
    docs
      .propsOf(name)
      .map((prop) => line(`${prop.name}${prop.isOptional ? '?' : ''}: ${prop.type}`, prop.comment))
      .join('\n'),
  ];
}

function enumSection(name: string, docs: DocComments): string[] {
  const members = docs.enums.get(name) ?? [];
  return [
    `### ${name}`,
    members
      .map((member) => line(`${member.name} = ${JSON.stringify(member.value)}`, member.comment))
      .join('\n'),
  ];
}

function line(signature: string, comment: string): string {
  const text = firstSentence(comment);
  return `- ${code(signature)}${text === '' ? '' : ` ${text}`}`;
}

import { capitalize, plural } from '../../../ground/words';
import { hosts, type Host } from '../../project/host';
import { escapeMarkdown, shellBlock } from '../../project/markdown';
import { codes, type ResourceType } from '../../../resources';
import type { Inventory, LeftOutObjects } from '../inventory';
import type { FilePlan, ProjectPlan } from './project-plan';

export interface ReadmeOptions {
  readonly title: string;
  readonly language: 'typescript' | 'hcl';
  readonly host: Host;
  readonly command: string;
  readonly paths: readonly string[];
}

/** Writes the README: what was imported and what was not, how to deploy it, and how to find later what is new. */
export function writeReadme(plan: ProjectPlan, inventory: Inventory, options: ReadmeOptions): string {
  const files = plan.accounts.flatMap((account) => account.files);
  const count = files.reduce((sum, { objects }) => sum + objects.length, 0);
  return [
    `# ${escapeMarkdown(options.title)}`,
    introduction(count, options),
    ...(options.language === 'hcl' ? deployHcl(count) : deployTypescript(plan, count, options)),
    '## Imported objects',
    importedTable(files),
    '## Left out',
    'This exists, and the code does not manage it. Terraform does not touch it.',
    ...(inventory.leftOut.length === 0 ? ['None.'] : inventory.leftOut.flatMap(leftOutLines)),
    '## Secrets',
    'The API does not return secrets, so the code has none. Existing objects keep theirs.',
    ...(inventory.secrets.length === 0 ? ['None is needed.'] : inventory.secrets.flatMap(leftOutLines)),
    '## Find what is new in the account',
    'Run in this folder, this command shows what has been added to the account. It never overwrites your edits.',
    shellBlock(options.command),
  ]
    .map((block) => `${block}\n`)
    .join('\n');
}

function introduction(count: number, { language, host, command }: ReadmeOptions): string {
  const what = language === 'hcl' ? 'Terraform configuration' : `${hosts[host].title} project`;
  return `A ${what} of ${plural(count, 'existing object')}, written by \`${command.split(' --', 1).join('')}\`.`;
}

/** The contents of the files of a TypeScript project, by how their paths begin. */
const contents: Readonly<Record<string, string>> = {
  'main.ts': 'one stack for each account, with its zones',
  'account.ts': 'what belongs to the account: notification policies and jobs for datasets of accounts',
  'accounts/': 'what belongs to an account: notification policies and jobs for datasets of accounts',
  'zones/': 'what belongs to a zone',
  'shared.ts': 'values that several objects have',
  'imports.ts': 'the import ids, for the first deploy',
};

function deployTypescript(
  { accounts }: ProjectPlan,
  count: number,
  { host, paths }: ReadmeOptions,
): string[] {
  const stacks = accounts.length === 1 ? '' : ` -- ${accounts.map(({ id }) => id).join(' ')}`;
  return [
    '## Deploy',
    `You need Node.js ${hosts[host].node} or later, and Terraform or OpenTofu 1.11 or later.`,
    shellBlock('npm install', 'npm run check', 'export EDGE_API_TOKEN=…', `npm run deploy${stacks}`),
    imports(count),
    'After it, delete `imports.ts` and the line of `importExisting` in `main.ts`: an import block that was applied has no effect.',
    '## Files',
    [
      '| file | content |',
      '| --- | --- |',
      ...Object.entries(contents)
        .filter(([start]) => paths.some((path) => path.startsWith(start)))
        .map(([start, content]) => `| \`${start}\` | ${content} |`),
    ].join('\n'),
    'A plan reads every object of its stack, at 1,200 requests per 5 minutes. To split a large stack, move lines of zones in `main.ts` to another stack **before** the first deploy; afterwards, a moved object has to be imported again.',
  ];
}

function deployHcl(count: number): string[] {
  return [
    '## Deploy',
    'You need Terraform or OpenTofu 1.11 or later. `edge-platform provider install` puts the provider into this folder.',
    shellBlock(
      'npx edge-platform provider install',
      'export EDGE_API_TOKEN=…',
      'terraform init',
      'terraform apply',
    ),
    imports(count),
    'After it, delete `imports.tf`: an import block that was applied has no effect.',
  ];
}

function imports(count: number): string {
  return `The first deploy imports ${plural(count, 'object')} and changes none: \`Plan: ${count} to import, 0 to add, 0 to change, 0 to destroy.\``;
}

function importedTable(files: readonly FilePlan[]): string {
  const rows = files.map((file) => [
    `${file.isZone ? 'zone' : 'account'} ${escapeMarkdown(file.owner.name)}`,
    ...codes.map(({ contract }) => countOf(contract.typeName, [file])),
  ]);
  const total = ['total', ...codes.map(({ contract }) => countOf(contract.typeName, files))];
  return [['', ...codes.map(({ title }) => title)], ['---', ...codes.map(() => '--:')], ...rows, total]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function countOf(kind: ResourceType, files: readonly FilePlan[]): string {
  const found = files.flatMap(({ objects }) => objects.filter(({ object }) => object.typeName === kind));
  return String(found.length);
}

function leftOutLines({ kind, reason, objects }: LeftOutObjects): string[] {
  return [
    `### ${escapeMarkdown(capitalize(kind))}${objects.length === 0 ? '' : `: ${objects.length}`}`,
    escapeMarkdown(reason),
    ...(objects.length === 0 ? [] : [objects.map((each) => `- ${escapeMarkdown(each)}`).join('\n')]),
  ];
}

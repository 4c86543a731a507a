import { shellWord } from '../../ground/shell';
import { groupedPlural } from '../../ground/words';
import { formatTable, joinParagraphs, wrapText } from '../layout';
import type { ResourceType } from '../../resources';
import { countOf, describeObject } from './describe-object';
import { resourceTypes } from './resource-of';
import type { ImportedObject, Inventory, LeftOutObjects } from './inventory';
import type { Language } from './project-folder';
import type { Owner } from '../../resources/handler';
import type { Additions } from './write';
import type { Verification } from './verify';

export interface WrittenProject {
  readonly out: string;
  readonly language: Language;
  readonly files: number;
  readonly inventory: Inventory;
  readonly owners: readonly Owner[];
}

/** The report of an import: the summary first, then counts by kind, what the code lacks, and what to run next. */
export function formatWritten(project: WrittenProject, verification: string, width = 80): string {
  const { inventory, out, language, files, owners } = project;
  const { objects, leftOut, secrets } = inventory;
  const wrap = (text: string) => wrapText(text, width);
  const zones = owners.filter(({ kind }) => kind === 'zone').length;
  const accounts = owners.length - zones;
  const of = [
    ...(zones > 0 ? [groupedPlural(zones, 'zone')] : []),
    ...(accounts > 0 ? [groupedPlural(accounts, 'account')] : []),
  ].join(' and ');
  const name = language === 'hcl' ? 'HCL' : 'TypeScript';
  return joinParagraphs([
    wrap(
      `Imported ${groupedPlural(objects.length, 'object')} of ${of} into ${out} (${name}, ${groupedPlural(files, 'file')}).`,
    ),
    countLines(objects.map(({ typeName }) => typeName)),
    remarkLines('What the code does not have. README.md lists each object:', leftOut, width),
    remarkLines('What the API does not return. README.md lists each object:', secrets, width),
    accounts > 0 ? [] : wrap('Policies and jobs of accounts are not read: name the account with --account.'),
    ['Next:', ...nextSteps(out, language, verification)],
  ]);
}

function nextSteps(out: string, language: Language, verification: string): string[] {
  return language === 'typescript'
    ? [
        `  (cd ${shellWord(out)} && npm install)`,
        `  ${verification}`,
        `  (cd ${shellWord(out)} && npm run deploy -- '*')`,
      ]
    : [
        `  ${verification}`,
        `  (cd ${shellWord(out)} && npx edge-platform provider install)`,
        `  (cd ${shellWord(out)} && terraform init && terraform apply)`,
      ];
}

function countLines(types: readonly ResourceType[]): string[] {
  return resourceTypes.flatMap((typeName) => {
    const count = types.filter((each) => each === typeName).length;
    return count === 0 ? [] : [`  ${countOf(typeName, count)}`];
  });
}

function remarkLines(title: string, remarks: readonly LeftOutObjects[], width: number): string[] {
  if (remarks.length === 0) return [];
  const rows = remarks.map(({ kind, reason, objects }) => [
    objects.length === 0 ? '-' : String(objects.length),
    kind,
    reason,
  ]);
  return [title, ...formatTable([['COUNT', 'KIND', 'REASON'], ...rows], { width, rightAligned: [0] })];
}

/** The objects that a project lacks. */
export interface NewObjects {
  readonly out: string;
  readonly language: Language;
  /** The number of objects that were read, the new ones included. */
  readonly read: number;
  readonly objects: readonly ImportedObject[];
}

/** The new objects as the data that `--json` prints. */
export function describeNew({ read, objects }: NewObjects, additions: Additions | undefined) {
  return {
    objects: read,
    new: objects.map((object) => ({
      type: object.typeName,
      import_id: object.importId,
      zone: object.zone?.name ?? null,
      account: object.account.name,
      label: describeObject(object),
    })),
    files: [...(additions?.files.keys() ?? [])],
    lines: additions?.lines ?? [],
  };
}

/** The report of new objects: what a project lacks, what was written for it, and what shows the changes of all other objects. */
export function formatNew(
  { out, language, read, objects }: NewObjects,
  additions: Additions | undefined,
  width = 80,
): string {
  const wrap = (text: string) => wrapText(text, width);
  const ofRead = `of ${groupedPlural(read, 'object')} in the account`;
  const plan = language === 'hcl' ? 'terraform plan' : 'npm run diff';
  return joinParagraphs([
    wrap(
      objects.length === 0
        ? `Nothing is new: ${out} or a state has each ${ofRead}.`
        : `${groupedPlural(objects.length, 'object')} ${ofRead} ${objects.length === 1 ? 'is' : 'are'} new: neither ${out} nor a state has ${objects.length === 1 ? 'it' : 'them'}.`,
    ),
    objects.map((object) => `+ ${describeObject(object)}`),
    ...(additions === undefined ? [] : additionLines(additions, language, width)),
    objects.length === 0 || additions !== undefined
      ? []
      : wrap(
          'Nothing was changed. To write the new objects into new files, add --write-new. For objects of a state that is not in the folder, add --managed-by.',
        ),
    wrap(`For changes of the other objects, run \`${plan}\` there.`),
  ]);
}

/** The paragraphs about what was added to a project, and the lines that a person adds. */
function additionLines({ files, lines }: Additions, language: Language, width: number): string[][] {
  const isOnly = lines.length === 1;
  return [
    ['Written, and nothing else was changed:', ...[...files.keys()].map((path) => `  ${path}`)],
    ...(language === 'hcl'
      ? [wrapText('The next apply imports the objects.', width)]
      : lines.map(({ account, lines: ofAccount }) => [
          ...wrapText(
            `Add to main.ts, before \`importExisting\` or \`app.synth()\`${isOnly ? '' : `, with the stack of account ${account}`}:`,
            width,
          ),
          ...ofAccount.map((line) => `  ${line}`),
        ])),
  ];
}

export function formatVerification(
  { imports, faults }: Verification,
  { language, written }: { readonly language: Language; readonly written: number },
  width = 80,
): string {
  const steps = language === 'typescript' ? 'the project compiles under strict, synthesizes, and its' : 'the';
  if (faults.length === 0)
    return joinParagraphs([
      wrapText(
        `Verified: ${steps} plan imports ${groupedPlural(imports, 'object')} and changes nothing.`,
        width,
      ),
      imports < written
        ? wrapText(
            `The import has written ${groupedPlural(written, 'object')}. The others are not in the plan.`,
            width,
          )
        : [],
    ]);
  return joinParagraphs([
    wrapText(
      `Not verified: ${groupedPlural(faults.length, 'fault')}, ${groupedPlural(imports, 'object')} would be imported unchanged.`,
      width,
    ),
    ...faults.map(({ subject, text }) => [subject, ...text.split('\n').map((line) => `  ${line}`)]),
  ]);
}

import { shellWord } from '../../ground/shell';
import { groupedPlural } from '../../ground/words';
import { code, prose, table, type Block } from '../report/blocks';
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
export function reportWritten(project: WrittenProject, verification: string): readonly Block[] {
  const { inventory, out, language, files, owners } = project;
  const { objects, leftOut, secrets } = inventory;
  const zones = owners.filter(({ kind }) => kind === 'zone').length;
  const accounts = owners.length - zones;
  const of = [
    ...(zones > 0 ? [groupedPlural(zones, 'zone')] : []),
    ...(accounts > 0 ? [groupedPlural(accounts, 'account')] : []),
  ].join(' and ');
  const name = language === 'hcl' ? 'HCL' : 'TypeScript';
  return [
    prose(
      `Imported ${groupedPlural(objects.length, 'object')} of ${of} into ${out} (${name}, ${groupedPlural(files, 'file')}).`,
    ),
    code(countLines(objects.map(({ typeName }) => typeName)).join('\n')),
    tableOfRemarks('What the code does not have. README.md lists each object:', leftOut),
    tableOfRemarks('What the API does not return. README.md lists each object:', secrets),
    prose(accounts > 0 ? '' : 'Policies and jobs of accounts are not read: name the account with --account.'),
    code(nextSteps(out, language, verification).join('\n'), 'Next:'),
  ];
}

function nextSteps(out: string, language: Language, verification: string): string[] {
  return language === 'typescript'
    ? [
        `(cd ${shellWord(out)} && npm install)`,
        verification,
        `(cd ${shellWord(out)} && npm run deploy -- '*')`,
      ]
    : [
        verification,
        `(cd ${shellWord(out)} && npx edge-platform provider install)`,
        `(cd ${shellWord(out)} && terraform init && terraform apply)`,
      ];
}

function countLines(types: readonly ResourceType[]): string[] {
  return resourceTypes.flatMap((typeName) => {
    const count = types.filter((each) => each === typeName).length;
    return count === 0 ? [] : [`  ${countOf(typeName, count)}`];
  });
}

function tableOfRemarks(title: string, remarks: readonly LeftOutObjects[]): Block {
  return table<LeftOutObjects>(
    {
      Count: ({ objects }) => (objects.length === 0 ? '' : objects.length),
      Kind: ({ kind }) => kind,
      Reason: ({ reason }) => reason,
    },
    remarks,
    { title },
  );
}

export interface NewObjects {
  readonly out: string;
  readonly language: Language;
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
export function reportNew(
  { out, language, read, objects }: NewObjects,
  additions: Additions | undefined,
): readonly Block[] {
  const ofRead = `of ${groupedPlural(read, 'object')} in the account`;
  const plan = language === 'hcl' ? 'terraform plan' : 'npm run diff';
  return [
    prose(
      objects.length === 0
        ? `Nothing is new: ${out} or a state has each ${ofRead}.`
        : `${groupedPlural(objects.length, 'object')} ${ofRead} ${objects.length === 1 ? 'is' : 'are'} new: neither ${out} nor a state has ${objects.length === 1 ? 'it' : 'them'}.`,
    ),
    code(objects.map((object) => `+ ${describeObject(object)}`).join('\n')),
    ...(additions === undefined ? [] : reportAdditions(additions, language)),
    prose(
      objects.length === 0 || additions !== undefined
        ? ''
        : 'Nothing was changed. To write the new objects into new files, add --write-new. For objects of a state that is not in the folder, add --managed-by.',
    ),
    prose(`For changes of the other objects, run \`${plan}\` there.`),
  ];
}

function reportAdditions({ files, lines }: Additions, language: Language): readonly Block[] {
  const ofAccount = (account: string) => (lines.length === 1 ? '' : `, with the stack of account ${account}`);
  return [
    code([...files.keys()].join('\n'), 'Written, and nothing else was changed:'),
    ...(language === 'hcl'
      ? [prose('The next apply imports the objects.')]
      : lines.map(({ account, lines: added }) =>
          code(
            added.join('\n'),
            `Add to main.ts, before \`importExisting\` or \`app.synth()\`${ofAccount(account)}:`,
          ),
        )),
  ];
}

export function reportVerification(
  { imports, faults }: Verification,
  { language, written }: { readonly language: Language; readonly written: number },
): readonly Block[] {
  const steps = language === 'typescript' ? 'the project compiles under strict, synthesizes, and its' : 'the';
  if (faults.length === 0)
    return [
      prose(`Verified: ${steps} plan imports ${groupedPlural(imports, 'object')} and changes nothing.`),
      prose(
        imports < written
          ? `The import has written ${groupedPlural(written, 'object')}. The others are not in the plan.`
          : '',
      ),
    ];
  return [
    prose(
      `Not verified: ${groupedPlural(faults.length, 'fault')}, ${groupedPlural(imports, 'object')} would be imported unchanged.`,
    ),
    ...faults.map(({ subject, text }) => code(text, subject)),
  ];
}

import { shellWord } from '../../ground/shell';
import { groupedPlural } from '../../ground/words';
import { formatExpression, parseFilter } from '../../logs';
import { isListValue, isObjectValue, type Value } from '../../schema';
import { formatTable, hangText, joinParagraphs, widthOf, wrapText } from '../layout';
import type { ResourceType } from '../../resources';
import { countOf, describeObject } from './describe-object';
import { resourceTypes } from './resource-of';
import type { ChangedAttribute, Drift } from './drift';
import type { Inventory, LeftOut } from './inventory';
import type { Language } from './project-folder';
import type { Owner } from '../../resources/handler';
import type { Additions } from './write';
import type { Verification } from './verify';
import { own } from '../../ground/record';

export interface WrittenProject {
  readonly out: string;
  readonly language: Language;
  readonly files: number;
  readonly inventory: Inventory;
  readonly owners: readonly Owner[];
}

/** Nobody reads more at once; the README has them all. */
const mostObjects = 20;

/** The summary first, then counts by kind, what the code lacks, and what to run next. */
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
        `  (cd ${shellWord(out)} && npx cdktf deploy '*')`,
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

function remarkLines(title: string, remarks: readonly LeftOut[], width: number): string[] {
  if (remarks.length === 0) return [];
  const rows = remarks.map(({ kind, reason, objects }) => [
    objects.length === 0 ? '-' : String(objects.length),
    kind,
    reason,
  ]);
  return [title, ...formatTable([['COUNT', 'KIND', 'REASON'], ...rows], { width, rightAligned: [0] })];
}

/** Why the code was compared by another way than people expect; undefined for the usual one. */
export interface DriftReport {
  readonly drift: Drift;
  readonly out: string;
  readonly compared: number;
  /** Whether the objects that only the account has are written now. */
  readonly isWritingNew: boolean;
  readonly note: string | undefined;
}

/** The summary first, then the differences as a diff: what only the code has is `-`, what only the account has is `+`. */
export function formatDrift({ drift, out, compared, isWritingNew, note }: DriftReport, width = 80): string {
  const { added, gone, changed, elsewhere, unreadable, undetermined } = drift;
  const wrap = (text: string) => wrapText(text, width);
  const isSame = added.length + gone.length + changed.length === 0;
  const counts = [
    `${added.length} only in the account`,
    `${gone.length} only in the code`,
    `${changed.length} changed`,
  ];
  return joinParagraphs([
    wrap(
      isSame
        ? `The account is as the code in ${out} says: ${groupedPlural(compared, 'object')} compared.`
        : `The account differs from the code in ${out}: ${counts.join(', ')}, of ${groupedPlural(compared, 'object')} compared.`,
    ),
    note === undefined ? [] : wrap(note),
    added.map((object) => `+ ${describeObject(object)}`),
    gone.map(({ label }) => `- ${label}`),
    changed.flatMap(({ code, changes }) => [`~ ${code.label}`, ...changes.flatMap(changeLines)]),
    elsewhere.length === 0
      ? []
      : wrap(
          `${groupedPlural(elsewhere.length, 'object')} of the code not compared: their zones and accounts were not read.`,
        ),
    unreadable.length === 0
      ? []
      : [
          'Not compared, because they cannot be read:',
          ...unreadable
            .slice(0, mostObjects)
            .flatMap(({ code, reason }) => hangText('  ', `${code.label}: ${reason}`, width)),
        ],
    undetermined.length === 0
      ? []
      : [
          ...wrap(
            'Cannot determine which objects these are, because only Terraform can evaluate their zone or account:',
          ),
          ...undetermined.slice(0, mostObjects).map(({ label }) => `  ${label}`),
        ],
    added.length === 0 || isWritingNew
      ? []
      : wrap('Nothing was changed. To write the new objects into new files, add --write-new.'),
  ]);
}

/** Code and account are one below the other where they are long, and of lists of names only the difference is shown. */
function changeLines({ name, code, account }: ChangedAttribute): string[] {
  if (areNames(code) && areNames(account)) {
    const only = (names: readonly string[], others: readonly string[]) =>
      names
        .filter((each) => !others.includes(each))

        .join(', ');
    const [removed, added] = [only(code, account), only(account, code)];
    if (removed !== '' || added !== '')
      return [
        `    ${name}:`,
        ...(removed === '' ? [] : [`      - ${removed}`]),
        ...(added === '' ? [] : [`      + ${added}`]),
      ];
  }
  if (isObjectValue(code) && isObjectValue(account))
    return Object.keys({ ...code, ...account }).flatMap((key) => {
      const change = {
        name: `${name}.${key}`,
        code: own(code, key) ?? null,
        account: own(account, key) ?? null,
      };
      return JSON.stringify(change.code) === JSON.stringify(change.account) ? [] : changeLines(change);
    });
  const text = (value: Value) =>
    (name === 'filter' ? asExpression(value) : undefined) ?? JSON.stringify(value);
  const line = `    ${name}: ${text(code)} → ${text(account)}`;
  if (widthOf(line) <= 80) return [line];
  return [`    ${name}:`, `      - ${text(code)}`, `      + ${text(account)}`];
}

function areNames(value: Value): value is readonly string[] {
  return isListValue(value) && value.every((item) => typeof item === 'string');
}

/** A filter as people read it. */
function asExpression(value: Value): string | undefined {
  const { filter } = typeof value === 'string' ? parseFilter(value) : {};
  return filter === undefined ? undefined : formatExpression(filter);
}

/** What was added to a project, and the lines that a person adds. */
export function formatAdditions({ files, lines }: Additions, language: Language, width = 80): string {
  const isOnly = lines.length === 1;
  return joinParagraphs([
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
  ]);
}

export function formatVerification(
  { imports, faults }: Verification,
  { language, expected }: { readonly language: Language; readonly expected: number | undefined },
  width = 80,
): string {
  const missing = expected === undefined ? 0 : expected - imports;
  const steps = language === 'typescript' ? 'the project compiles under strict, synthesizes, and its' : 'the';
  if (faults.length === 0 && missing === 0)
    return joinParagraphs([
      wrapText(
        `Verified: ${steps} plan imports ${groupedPlural(imports, 'object')} and changes nothing.`,
        width,
      ),
    ]);
  return joinParagraphs([
    wrapText(
      `Not verified: ${groupedPlural(faults.length, 'fault')}, ${groupedPlural(imports, 'object')} would be imported unchanged.`,
      width,
    ),
    missing > 0 && faults.length === 0
      ? wrapText(`${groupedPlural(missing, 'object')} of the import not in the plan.`, width)
      : [],
    ...faults.map(({ subject, text }) => [subject, ...text.split('\n').map((line) => `  ${line}`)]),
  ]);
}

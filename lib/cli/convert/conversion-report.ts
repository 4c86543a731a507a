import { visible } from '../../ground/visible';
import { groupedPlural } from '../../ground/words';
import { poolNotificationPolicyContract } from '../../resources/pool-notification-policy/contract';
import {
  outcomeMeanings,
  type Conversion,
  type Finding,
  type OldConfiguration,
  type ResourceOutcome,
} from './model';

export const reportFile = 'CONVERSION.md';

export interface ReportContext {
  readonly language: 'typescript' | 'hcl';
  readonly command: string;
  /** The path of the state in the new folder, if it has to be copied there. */
  readonly statePath: string | undefined;
  /** The blocks of a further section, behind the one about the deploys. */
  readonly section?: readonly string[];
}

/** Counts the outcomes of the resources of each type, in the order of their first resource. Only outcomes that occur. */
export function countOutcomes(outcomes: readonly ResourceOutcome[]) {
  return [...new Set(outcomes.map(({ type }) => type))].map((type) => {
    const own = outcomes.filter((each) => each.type === type);
    return {
      type,
      total: own.length,
      counts: Object.keys(outcomeMeanings).flatMap((outcome) => {
        const count = own.filter((each) => each.outcome === outcome).length;
        return count === 0 ? [] : [[outcome, count] as const];
      }),
    };
  });
}

/** The variable of the root module that holds the migrations of the WAF back until the second deploy, if there are some. */
export function gateOf({ variables }: Pick<Conversion, 'variables'>): string | undefined {
  return variables.find(({ module, type }) => module === '' && type === 'bool')?.name;
}

export function isUnchanged({ objects, edits, moves }: Conversion): boolean {
  return objects.length + edits.length + moves.removed.length + moves.imports.length === 0;
}

/** `CONVERSION.md`: what does not carry over, what is to do, the order of the deploys, and the outcome of each resource. Pure. */
export function writeConversionReport(
  old: OldConfiguration,
  conversion: Conversion,
  context: ReportContext,
): string {
  const { outcomes, findings } = conversion;
  return [
    '# Conversion of retired resources',
    `Written by \`${code(context.command)}\`. Read it before the first deploy, and keep it with the review of the change.`,
    ...(isUnchanged(conversion)
      ? ['Nothing is converted, so nothing but this page is written. The findings say why.']
      : []),
    ...findingSection(
      'Lost',
      findings,
      'lost',
      'This does not carry over. Nothing replaces it unless you write it.',
    ),
    ...findingSection('To do', findings, 'todo', todoIntroduction(conversion)),
    ...findingSection('Notes', findings, 'note', 'Nothing to do.'),
    ...(isUnchanged(conversion)
      ? []
      : ['## Deploy', ...deploySteps(old, conversion, context), ...(context.section ?? [])]),
    '## Resources',
    ...resourceTable(outcomes),
  ]
    .map((block) => `${block}\n`)
    .join('\n');
}

/** The introduction to the to-dos. A to-do has a file if the code has its `TODO`. */
function todoIntroduction(conversion: Conversion): string {
  if (isUnchanged(conversion)) return 'This carries over after a change of the old code, or by hand.';
  const isPlaced = conversion.findings.some(
    ({ severity, file }) => severity === 'todo' && file !== undefined,
  );
  const where = isPlaced ? ' The code has a `TODO` where a file is named.' : '';
  return `This carries over after a change by hand.${where}`;
}

function resourceTable(outcomes: readonly ResourceOutcome[]): string[] {
  const found = Object.entries(outcomeMeanings).filter(([name]) =>
    outcomes.some(({ outcome }) => outcome === name),
  );
  if (found.length === 0) return ['There was nothing to convert.'];
  const inOrder = found.flatMap(([name]) => outcomes.filter(({ outcome }) => outcome === name));
  const rows = inOrder.map(
    ({ address, outcome, to }) => `| ${cell(address)} | ${outcome} | ${to.map(cell).join('<br>')} |`,
  );
  return [
    found.map(([name, meaning]) => `- ${name}: ${meaning}`).join('\n'),
    ['| resource | outcome | now |', '| --- | --- | --- |', ...rows].join('\n'),
  ];
}

/** A sentence about the policies that the first deploy creates. */
function ofPools({ objects }: Conversion): string {
  const policies = objects.filter(
    ({ typeName, replaces }) => typeName === poolNotificationPolicyContract.typeName && replaces.length === 0,
  );
  if (policies.length === 0) return '';
  const names = policies.map(({ name }) => `\`${name}\``).join(', ');
  return ` It creates the notification policies of pools (${names}), and then clears the e-mails of the pools that they cover.`;
}

function deploySteps(
  { orphans }: OldConfiguration,
  conversion: Conversion,
  { language, statePath }: ReportContext,
): string[] {
  const { moves } = conversion;
  const [plan, apply] =
    language === 'hcl' ? ['terraform plan', 'terraform apply'] : ['npm run diff', 'npm run deploy'];
  const state =
    statePath === undefined ? '' : `Copy the state that you have to \`${statePath}\` in this folder. `;
  const install = language === 'hcl' ? 'npx edge-platform provider install && terraform init' : 'npm install';
  const hasMoves = moves.moved.length + moves.removed.length + moves.imports.length > 0;
  const moving = hasMoves
    ? ` In the state it moves, imports or forgets the old resources, which changes nothing at the service.`
    : '';
  const first = `Deploy once: \`${apply}\`.${moving}${ofPools(conversion)} Its plan destroys nothing: stop where it does.`;
  const gate = gateOf(conversion);
  const second = [
    `Only then migrate the WAF: set \`${gate ?? ''} = true\` and run \`${plan}\`, which lists exactly what each zone loses. A migration is irreversible. Then deploy again, and leave the variable true.`,
    'Until this deploy the previous WAF stays as it is: nothing resets it.',
  ].join(' ');
  const steps = [
    `${state}Run \`${install}\`, then \`${plan}\`, and compare the plan with this page.`,
    first,
    ...(gate === undefined ? [] : [second]),
    'Remove the moves of the state (`edge-moves.tf`), and the requirement of the old provider where nothing else needs it, in modules too. Keep the requirement until after the first deploy: the state names the provider.',
  ];
  return [
    'Never remove the old blocks by hand first: the old provider would reset or delete their objects at the service.',
    steps.map((step, at) => `${at + 1}. ${step}`).join('\n'),
    ...(orphans.length === 0
      ? []
      : [
          `${groupedPlural(orphans.length, 'resource')} of the state had no code any more; the table below has them.`,
        ]),
  ];
}

function findingSection(
  title: string,
  findings: readonly Finding[],
  severity: Finding['severity'],
  introduction: string,
): string[] {
  const own = findings.filter((each) => each.severity === severity);
  if (own.length === 0) return severity === 'note' ? [] : [`## ${title}: none`];
  return [`## ${title}: ${own.length}`, introduction, ...own.map(findingBlock)];
}

function findingBlock({ code: name, address, file, text, original }: Finding): string {
  const place = file === undefined ? '' : ` in \`${code(file)}\``;
  const lines = [`- \`${code(address)}\`${place} (${name}): ${markdown(text)}`];
  if (original === undefined) return lines.join('\n');
  const fence = '`'.repeat(Math.max(3, ...[...original.matchAll(/`+/g)].map(([marks]) => marks.length + 1)));
  const inner = original.split('\n').map((line) => (line === '' ? '' : `  ${line}`));
  return [...lines, '', `  ${fence}`, ...inner, `  ${fence}`].join('\n');
}

function cell(address: string): string {
  return `\`${code(address).replaceAll('|', '\\|')}\``;
}

function code(text: string): string {
  return visible(text).replaceAll('`', "'");
}

/** Escapes Markdown in a text, whose names are no markup. Parts in backticks stay. */
function markdown(text: string): string {
  return visible(text)
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replace(/[\\*_[\]<>#|]/g, '\\$&')))
    .join('');
}

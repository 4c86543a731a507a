import { basename, dirname, resolve } from 'node:path';
import { formatNumber, groupedPlural } from '../../ground/words';
import { formatTable, hangText, joinParagraphs, wrapText } from '../layout';
import { shellWord } from '../../ground/shell';
import { shownPath } from '../files';
import type { LocalState } from './read/folder';
import { countOutcomes, gateOf, isUnchanged, reportFile } from './conversion-report';
import type { Conversion, Finding } from './model';
import { localStateOf } from './write/typescript/plan';

export interface WrittenConversion {
  readonly dir: string;
  readonly out: string;
  readonly language: 'typescript' | 'hcl';
  /** The number of files with code. */
  readonly files: number;
  readonly conversion: Conversion;
  readonly stateFile: string | undefined;
  /** The state that Terraform would use in the old folder, if it is a file. */
  readonly localState: LocalState | undefined;
}

/** Nobody reads more at once; `CONVERSION.md` has them all. */
const mostFindings = 10;

/**
 * The summary first, then the outcomes by type, what is lost, what is to do, and what to run next.
 *
 * @param verification - the command that verifies the conversion; undefined after it
 */
export function formatConversion(
  written: WrittenConversion,
  verification: string | undefined,
  width = 80,
): string {
  const { dir, out, language, files, conversion, stateFile } = written;
  const { fates, findings } = conversion;
  const name = language === 'hcl' ? 'HCL' : 'TypeScript';
  const converted = fates.filter(({ outcome }) => outcome !== 'lost' && outcome !== 'kept').length;
  const notes = findings.filter(({ severity }) => severity === 'note').length;
  const wrap = (text: string) => wrapText(text, width);
  return joinParagraphs([
    wrap(
      isUnchanged(conversion)
        ? `Nothing of ${dir} is converted, so nothing is written but the reasons, in ${out}/${reportFile}.`
        : `Converted ${converted} of ${groupedPlural(fates.length, 'resource')} of ${dir} into ${out} (${name}, ${groupedPlural(files, 'file')}).`,
    ),
    outcomeTable(conversion, width),
    findingLines('Lost', findings, 'lost', width),
    findingLines('To do by hand', findings, 'todo', width),
    notes === 0 ? [] : wrap(`${groupedPlural(notes, 'note')} in ${reportFile}.`),
    wrap(stateFile === undefined ? withoutState : `State: ${shownPath(stateFile)}.`),
    ['Next:', ...nextSteps(written, verification)],
  ]);
}

const withoutState =
  'Without --state, resources without code are not found, and --verify cannot compare what only the state has an id of. Write one with ' +
  '`terraform state pull > state.json`.';

function outcomeTable({ fates }: Conversion, width: number): string[] {
  const rows = countOutcomes(fates).map(({ type, total, outcomes }) => [
    type,
    String(total),
    outcomes.map(({ outcome, count }) => `${count} ${outcome}`).join(', '),
  ]);
  return rows.length === 0
    ? []
    : formatTable([['TYPE', 'COUNT', 'OUTCOME'], ...rows], { width, rightAligned: [1], unbroken: [0] });
}

function findingLines(
  title: string,
  findings: readonly Finding[],
  severity: Finding['severity'],
  width: number,
): string[] {
  const own = findings.filter((each) => each.severity === severity);
  if (own.length === 0) return [];
  const texts =
    own.length > mostFindings ? byCode(own) : own.map(({ address, text }) => `${address}: ${text}`);
  const more = texts.length - mostFindings;
  return [
    `${title} (${formatNumber(own.length)}):`,
    ...texts.slice(0, mostFindings).flatMap((text) => hangText('- ', text, width)),
    ...(more > 0 ? [`and ${more} more in ${reportFile}`] : []),
  ];
}

/** A line for each code, with an example: hundreds of zones often have the same. */
function byCode(findings: readonly Finding[]): string[] {
  return [...new Set(findings.map(({ code }) => code))].flatMap((code) => {
    const own = findings.filter((each) => each.code === code);
    const [first] = own;
    if (first === undefined) return [];
    const example = `${first.address}: ${first.text}`;
    return [own.length === 1 ? example : `${code}, ${formatNumber(own.length)} times, such as ${example}`];
  });
}

/** The command that copies a state into the new folder. */
function copyOf({ file }: LocalState, out: string, place: string): string {
  const folder = dirname(place) === '.' ? '' : `mkdir -p ${shellWord(`${out}/${dirname(place)}`)} && `;
  return `  ${folder}cp ${shellWord(shownPath(file))} ${shellWord(`${out}/${place}`)}`;
}

function nextSteps(
  { dir, out, language, conversion, localState }: WrittenConversion,
  verification: string | undefined,
): string[] {
  if (isUnchanged(conversion)) return [`  less ${shellWord(`${out}/${reportFile}`)}`];
  const folder = shellWord(out);
  const gate = gateOf(conversion);
  const isProject = language === 'typescript';
  const prepare = isProject ? 'npm install' : 'npx edge-platform provider install && terraform init';
  const deploy = isProject ? 'npx cdktf deploy' : 'terraform apply';
  return [
    `  less ${shellWord(`${out}/${reportFile}`)}`,
    ...(localState?.isBeside === true
      ? [copyOf(localState, out, isProject ? localStateOf(basename(resolve(dir))) : localState.place)]
      : []),
    `  (cd ${folder} && ${prepare})`,
    ...(verification === undefined ? [] : [`  ${verification}`]),
    `  (cd ${folder} && ${deploy})`,
    ...(gate === undefined ? [] : [`  (cd ${folder} && TF_VAR_${gate}=true ${deploy})  # migrates the WAF`]),
  ];
}

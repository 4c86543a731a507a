import { dirname } from 'node:path';
import { formatNumber, groupedPlural } from '../../ground/words';
import { code, prose, table, type Block, type Columns } from '../report/blocks';
import { shellWord } from '../../ground/shell';
import { shownPath } from '../files';
import type { LocalState } from './read/folder';
import { countOutcomes, gateOf, isUnchanged, reportFile } from './conversion-report';
import type { Conversion, Finding } from './model';

export interface WrittenConversion {
  readonly dir: string;
  readonly out: string;
  readonly language: 'typescript' | 'hcl';
  readonly files: ReadonlyMap<string, string>;
  readonly conversion: Conversion;
  readonly old: {
    readonly stateFile: string | undefined;
    /** The state that Terraform would use in the folder, if it is a file. */
    readonly localState: LocalState | undefined;
  };
  /** The path of the state in the new folder, if it has to be copied there. */
  readonly statePath: string | undefined;
}

/** The report of a conversion: the summary first, then the outcomes by type, how much is lost and to do, and what to run next. */
export function conversionBlocks(written: WrittenConversion): readonly Block[] {
  const { dir, out, language, files, conversion, old } = written;
  const { outcomes, findings } = conversion;
  const name = language === 'hcl' ? 'HCL' : 'TypeScript';
  const converted = outcomes.filter(({ outcome }) => outcome !== 'lost' && outcome !== 'kept').length;
  const columns: Columns<ReturnType<typeof countOutcomes>[number]> = {
    type: ({ type }) => type,
    count: ({ total }) => total,
    outcome: ({ outcomes }) => outcomes.map(({ outcome, count }) => `${count} ${outcome}`).join(', '),
  };
  return [
    prose(
      isUnchanged(conversion)
        ? `Nothing of ${dir} is converted, so nothing is written but the reasons, in ${out}/${reportFile}.`
        : `Converted ${converted} of ${groupedPlural(outcomes.length, 'resource')} of ${dir} into ${out} (${name}, ${groupedPlural(files.size, 'file')}).`,
    ),
    table(columns, countOutcomes(outcomes), { unbroken: [0] }),
    prose(countFindings(findings)),
    prose(old.stateFile === undefined ? withoutState : `State: ${shownPath(old.stateFile)}.`),
    code(nextSteps(written).join('\n'), 'Next:'),
  ];
}

const withoutState =
  'Without --state, resources without code are not found. Write one with `terraform state pull > state.json`.';

/** How many findings there are of each severity; the texts are in `CONVERSION.md`. */
function countFindings(findings: readonly Finding[]): string {
  const words: Readonly<Record<Finding['severity'], string>> = {
    lost: 'Lost',
    todo: 'To do by hand',
    note: 'Notes',
  };
  const counts = Object.entries(words).flatMap(([severity, title]) => {
    const { length } = findings.filter((each) => each.severity === severity);
    return length === 0 ? [] : [`${title}: ${formatNumber(length)}.`];
  });
  return counts.length === 0 ? '' : `${counts.join(' ')} See ${reportFile}.`;
}

/** The command that copies a state into the new folder. */
function copyOf({ file }: LocalState, out: string, place: string): string {
  const folder = dirname(place) === '.' ? '' : `mkdir -p ${shellWord(`${out}/${dirname(place)}`)} && `;
  return `${folder}cp ${shellWord(shownPath(file))} ${shellWord(`${out}/${place}`)}`;
}

function nextSteps({
  out,
  language,
  conversion,
  old: { localState },
  statePath,
}: WrittenConversion): string[] {
  if (isUnchanged(conversion)) return [`less ${shellWord(`${out}/${reportFile}`)}`];
  const folder = shellWord(out);
  const gate = gateOf(conversion);
  const isProject = language === 'typescript';
  const prepare = isProject ? 'npm install' : 'npx edge-platform provider install && terraform init';
  const [plan, deploy] = isProject
    ? ['npm run diff', 'npm run deploy']
    : ['terraform plan', 'terraform apply'];
  return [
    `less ${shellWord(`${out}/${reportFile}`)}`,
    ...(localState === undefined || statePath === undefined ? [] : [copyOf(localState, out, statePath)]),
    `(cd ${folder} && ${prepare})`,
    `(cd ${folder} && ${plan})  # destroys nothing`,
    `(cd ${folder} && ${deploy})`,
    ...(gate === undefined ? [] : [`(cd ${folder} && TF_VAR_${gate}=true ${deploy})  # migrates the WAF`]),
  ];
}

import { formatNumber, groupedPlural } from '../../ground/words';
import { code, prose, table, type Block, type Columns } from '../report/blocks';
import { shellWord } from '../../ground/shell';
import { shownPath } from '../files';
import { countOutcomes, isUnchanged, reportFile } from './conversion-report';
import type { Conversion, Finding } from './model';

export interface WrittenConversion {
  readonly dir: string;
  readonly out: string;
  readonly language: 'typescript' | 'hcl';
  readonly files: ReadonlyMap<string, string>;
  readonly conversion: Conversion;
  readonly stateFile: string | undefined;
}

/** The report of a conversion: the summary first, then the outcomes by type, how much is lost and to do. `CONVERSION.md` has the next steps. */
export function conversionBlocks(written: WrittenConversion): readonly Block[] {
  const { dir, out, language, files, conversion, stateFile } = written;
  const { outcomes, findings } = conversion;
  const name = language === 'hcl' ? 'HCL' : 'TypeScript';
  const converted = outcomes.filter(({ outcome }) => outcome !== 'lost' && outcome !== 'kept').length;
  const columns: Columns<ReturnType<typeof countOutcomes>[number]> = {
    type: ({ type }) => type,
    count: ({ total }) => total,
    outcome: ({ counts }) => counts.map(([outcome, count]) => `${count} ${outcome}`).join(', '),
  };
  return [
    prose(
      isUnchanged(conversion)
        ? `Nothing of ${dir} is converted, so nothing is written but the reasons, in ${out}/${reportFile}.`
        : `Converted ${converted} of ${groupedPlural(outcomes.length, 'resource')} of ${dir} into ${out} (${name}, ${groupedPlural(files.size, 'file')}).`,
    ),
    table(columns, countOutcomes(outcomes), { unbroken: [0] }),
    prose(countFindings(findings)),
    prose(stateFile === undefined ? withoutState : `State: ${shownPath(stateFile)}.`),
    code(`less ${shellWord(`${out}/${reportFile}`)}`, 'Next:'),
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

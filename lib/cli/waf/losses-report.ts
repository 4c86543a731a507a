import { plural } from '../../ground/words';
import { explainLoss, headOfLoss } from '../../waf';
import { hangText, joinParagraphs, proseWidth, wrapText, type ReportLayout } from '../layout';
import { describeOwner } from '../owners';
import { formatRules } from './check-report';
import type { ReportedDeployment, WafLosses } from './losses';
import type { ReportedLoss } from './replacements';

/** A report as text: what is deployed, each kind of loss with its objects and the reason, then the code to paste. */
export function formatLosses(report: WafLosses, { width: terminal, all = false }: ReportLayout = {}): string {
  const width = proseWidth(terminal);
  const { deployment, losses, notes, snippet } = report;
  const codes = [...new Set(losses.map(({ code }) => code))];
  const ofCode = (code: ReportedLoss['code']) => losses.filter((each) => each.code === code);
  const isPasted = snippet !== null;
  return joinParagraphs([
    wrapText(formatSummary(report), width),
    ...(deployment === null ? [] : formatDeployment(deployment, width, all)),
    ...codes.map((code) => formatKind(code, ofCode(code), width, all)),
    notes.length === 0 ? [] : ['Notes:', ...notes.flatMap((note) => hangText('- ', note, width))],
    losses.length === 0
      ? []
      : wrapText(isPasted ? 'Replacements, to paste into a stack:' : 'There is no code to paste.', width),
    isPasted ? snippet.trimEnd().split('\n') : [],
  ]);
}

export function formatSummary({ zone_id: id, zone_name: name, deployment, losses }: WafLosses): string {
  const count = losses.length;
  const differences = deployment?.differences.filter(({ severity }) => severity === 'error').length ?? 0;
  const parts = [
    ...(differences === 0
      ? []
      : [`the new configuration differs from the previous WAF (${plural(differences, 'finding')})`]),
    ...(count === 0 ? [] : [`${plural(count, 'item')} ${count === 1 ? 'does' : 'do'} not carry over`]),
  ];
  return `Zone ${describeOwner(id, name)}: ${parts.length === 0 ? 'the migration loses nothing' : parts.join(', and ')}.`;
}

function formatDeployment(
  { source, rules, differences }: ReportedDeployment,
  width: number,
  all: boolean,
): string[][] {
  return [
    [
      ...wrapText(headsOfDeployment[source], width),
      ...(rules.length === 0 ? ['none'] : formatRules(rules, width, all)),
    ],
    differences.length === 0
      ? []
      : [
          'Differences from the previous WAF:',
          ...differences.flatMap(({ code, severity, text }) =>
            hangText('- ', `${severity}: ${text} (${code})`, width),
          ),
        ],
  ];
}

export const headsOfDeployment: Readonly<Record<ReportedDeployment['source'], string>> = {
  service: 'Rules that the migration deploys, in order:',
  'entry point': 'Rules in validation mode, which the migration keeps, in order:',
  prediction:
    'Rules that the migration will deploy, in order (a prediction: the service returns no rules while the zone is not compatible):',
};

const mostItems = 10;

function formatKind(
  code: ReportedLoss['code'],
  losses: readonly ReportedLoss[],
  width: number,
  all: boolean,
): string[] {
  const shown = all ? losses : losses.slice(0, mostItems);
  const more = losses.length - shown.length;
  return [
    ...wrapText(`${headOfLoss(code, losses.length)}:`, width),
    ...shown.flatMap((loss) => hangText('- ', withPlace(loss), width)),
    ...(more > 0 ? [`- and ${more} more; --all lists them`] : []),
    ...wrapText(explainLoss({ code }), width),
  ];
}

function withPlace(loss: ReportedLoss): string {
  const place = placeOf(loss);
  return place === '' ? loss.what : `${loss.what} [${place}]`;
}

/** Where the replacement is: `code below`; empty where there is none. */
export function placeOf({ instead, replacement }: ReportedLoss): string {
  switch (instead) {
    case 'snippet':
      return 'code below';
    case 'migration':
      return replacement === null ? 'kept' : 'migrated';
    case 'by hand':
      return 'see the notes';
    case null:
      return '';
    default:
      return instead satisfies never;
  }
}

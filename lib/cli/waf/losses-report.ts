import { capitalize, plural } from '../../ground/words';
import { lossFindings } from '../../waf';
import { describeOwner } from '../owners';
import { code, facts, list, prose, section, verdict, type Block, type Item } from '../report/blocks';
import type { Page } from '../report/html';
import type { WafCheck } from './check';
import { describeVerdict, factsOf, partsOf, reportFindings, reportRules, toneOf } from './check-report';
import { isWhole, type ReportedDeployment, type WafLosses } from './losses';
import type { ReportedLoss } from './replacements';
import { replacementAsCode } from './snippet';

export function reportLosses(report: WafLosses): readonly Block[] {
  const zone = describeOwner(report.zone_id, report.zone_name);
  return [
    verdict(isWhole(report) ? 'good' : 'warning', `Zone ${zone}: ${describeLosses(report)}.`),
    ...partsOfLosses(report),
  ];
}

/**
 * @param losses - undefined for a migrated zone, whose previous WAF can no longer be read
 * @param plan - empty where the credentials cannot read it
 */
export function pageOfLosses(check: WafCheck, losses: WafLosses | undefined, plan: string): Page {
  const { zone_id: id, zone_name: name } = check;
  const tone = toneOf(check);
  return {
    title: `WAF migration of ${name === '' ? id : name}`,
    command: 'edge-platform waf report',
    orientation: 'portrait',
    blocks: [
      verdict(
        tone === 'good' && losses !== undefined && !isWhole(losses) ? 'warning' : tone,
        describeVerdict(check),
        losses === undefined ? '' : `${capitalize(describeLosses(losses))}.`,
      ),
      facts(
        ['Zone ID', id],
        ['Plan', plan === '' ? 'cannot be read with these credentials' : plan],
        ...factsOf(check),
      ),
      ...partsOf(check),
      ...(losses === undefined ? [] : partsOfLosses(losses)),
    ],
  };
}

export function describeLosses({ deployment, losses }: WafLosses): string {
  const differences = deployment?.differences.filter(({ severity }) => severity === 'error').length ?? 0;
  const differs = `the new configuration differs from the previous WAF (${plural(differences, 'finding')})`;
  const lost = `${plural(losses.length, 'item does', 'items do')} not carry over`;
  if (differences === 0) return losses.length === 0 ? 'the migration loses nothing' : lost;
  return losses.length === 0 ? differs : `${differs}, and ${lost}`;
}

function partsOfLosses({ deployment, losses, notes, snippet }: WafLosses): readonly Block[] {
  const codes = [...new Set(losses.map((loss) => loss.code))];
  return [
    ...(deployment === null
      ? []
      : [
          section(
            'What the migration deploys',
            reportRules(headsOfDeployment[deployment.source], deployment.rules),
            reportFindings(deployment.differences, 'Differences from the previous WAF:'),
          ),
        ]),
    section('What is lost', ...codes.map((each) => reportKind(each, losses))),
    section('Notes', list(notes, { title: 'Notes:' })),
    section(
      'Replacements',
      prose(
        losses.length === 0
          ? ''
          : snippet === null
            ? 'There is no code to paste.'
            : 'Replacements, to paste into a stack:',
      ),
      code(snippet ?? ''),
    ),
  ];
}

const headsOfDeployment: Readonly<Record<ReportedDeployment['source'], string>> = {
  service: 'Rules that the migration deploys, in order:',
  'entry point': 'Rules in validation mode, which the migration keeps, in order:',
  prediction:
    'Rules that the migration will deploy, in order (a prediction: the service returns no rules while the zone is not compatible):',
};

function reportKind(kind: ReportedLoss['code'], losses: readonly ReportedLoss[]): Block {
  const items = losses.filter(({ code: each }) => each === kind).map(lossItem);
  return list(items, {
    title: `${lossFindings[kind].head(items.length)} (${kind}):`,
    note: lossFindings[kind].explanation,
    most: 10,
    see: '--all',
  });
}

/** The code has what is replaced there; what is to be written by hand has it here. */
function lossItem({ what, instead, replacement }: ReportedLoss): Item {
  switch (instead) {
    case 'snippet':
      return { text: what, label: 'code below', tone: 'good' };
    case 'migration':
      return { text: what, label: replacement === null ? 'kept' : 'migrated', tone: 'good' };
    case 'by hand':
      return {
        ...{ text: what, label: 'see the notes', tone: 'warning' },
        below: replacement === null ? [] : [code(replacementAsCode(replacement))],
      };
    case null:
      return { text: what, label: 'no replacement', tone: 'bad' };
    default:
      return instead satisfies never;
  }
}

import { plural } from '../../../ground/words';
import { escapeMarkdown } from '../../project/markdown';
import { formatTable, joinParagraphs, wrapText } from '../../layout';
import type { Gate } from '../../../waves/gates';
import { progresses, type Progress, type ZoneProgress } from './progress';
import type { ProgressCounts, StatusZone, WavesStatus } from './status';

/** Every `STATUS.md` begins so; another file of this name is not overwritten. */
export const statusHead = '# Status of the WAF migration\n\n<!-- Written by `edge-platform waf waves status`';

/** `STATUS.md`: the next step and the exceptions first, then the waves, then every zone. */
export function printStatus(status: WavesStatus): string {
  const { as_of: at, attention, left_out: leftOut, waves, all, next } = status;
  return `${[
    `${statusHead} from the API: changes of this file are lost. -->`,
    `As of ${at}: ${formatCounts(status.zones)}.`,
    `**Next:** ${next.text}${next.command === null ? '' : `\n\n\`\`\`sh\n${next.command}\n\`\`\``}`,
    '## Needs attention',
    attention.length === 0
      ? 'Nothing.'
      : table(
          ['zone', 'wave', 'state', 'why', 'fix'],
          attention.map((zone) => [nameOf(zone), zone.wave, zone.progress, ...whyOf(zone)]),
        ),
    '## Waves',
    table(
      [
        'wave',
        'zones',
        'complete',
        'in validation mode',
        'waiting',
        'other',
        'target',
        'acknowledged',
        'review',
      ],
      waves.map(({ name, zones, target, acknowledged, gates }) => [
        name,
        ...[zones.total, zones.complete, zones['in validation mode'], zones.waiting, otherIn(zones)].map(
          String,
        ),
        target,
        acknowledged ? 'yes' : 'no',
        gates.map(formatGate).join('; '),
      ]),
    ),
    '## Left out',
    leftOut.length === 0
      ? 'No zone.'
      : `${plural(leftOut.length, 'zone')} without a wave. Fix them, then run \`edge-platform waf survey\` and \`edge-platform waf waves\` again.\n\n${table(
          ['zone', 'plan', 'state', 'why', 'fix'],
          leftOut.map((zone) => [nameOf(zone), zone.plan, zone.progress, ...whyLeftOut(zone)]),
        )}`,
    '## Zones',
    table(
      ['zone', 'wave', 'plan', 'state'],
      all.map((zone) => [nameOf(zone), zone.wave, zone.plan, zone.progress]),
    ),
  ].join('\n\n')}\n`;
}

/** The same for a terminal, without the zones that need nobody. */
export function formatStatus(
  status: WavesStatus,
  { width = 80 }: { readonly width?: number | undefined } = {},
): string {
  const { attention, left_out: leftOut, waves, next } = status;
  return joinParagraphs([
    wrapText(`${formatCounts(status.zones)}. ${plural(leftOut.length, 'zone')} without a wave.`, width),
    attention.length === 0
      ? []
      : formatTable([['ZONE', 'WAVE', 'STATE', 'WHY'], ...attention.slice(0, mostRows).map(attentionCells)], {
          width,
        }),
    attention.length <= mostRows ? [] : [`And ${attention.length - mostRows} more: see STATUS.md.`],
    formatTable(
      [
        ['WAVE', 'ZONES', 'COMPLETE', 'VALIDATION', 'WAITING', 'OTHER', 'REVIEW'],
        ...waves.map(({ name, zones, gates }) => [
          name,
          ...[zones.total, zones.complete, zones['in validation mode'], zones.waiting, otherIn(zones)].map(
            String,
          ),
          gates.map(({ target, passed }) => `${target} ${passed ? 'passed' : 'failed'}`).join(', ') || '-',
        ]),
      ],
      { width, rightAligned: [1, 2, 3, 4, 5] },
    ),
    [...wrapText(`Next: ${next.text}`, width), ...(next.command === null ? [] : [`  ${next.command}`])],
  ]);
}

const mostRows = 20;

function attentionCells(zone: StatusZone): string[] {
  return [nameOf(zone), zone.wave, zone.progress, zone.reasons.map(({ code }) => code).join(', ') || '-'];
}

/** `300 zones: 3 ineligible, 100 waiting, 197 complete` */
function formatCounts(counts: ProgressCounts): string {
  const parts = progresses.flatMap((progress: Progress) =>
    counts[progress] === 0 ? [] : [`${counts[progress]} ${progress}`],
  );
  return `${plural(counts.total, 'zone')}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`;
}

function formatGate({ target, passed, reviewed_at: at, failures, figures }: Gate): string {
  const why = passed ? '' : `: ${failures.join(' ')}`;
  const missing = missingEvidence(figures);
  const evidence = missing.length === 0 ? '' : ` (${missing.join('; ')})`;
  return `${target} ${passed ? 'passed' : 'failed'} ${at.slice(0, 10)}${evidence}${why}`;
}

/** What a review did not compare: a passed one was told so. */
function missingEvidence({
  unattributedEvents = 0,
  unreadableEvents = 0,
  withoutEvents = 0,
}: Gate['figures']): string[] {
  const dropped = [
    ...(unattributedEvents === 0 ? [] : [`${unattributedEvents} unattributed`]),
    ...(unreadableEvents === 0 ? [] : [`${unreadableEvents} unreadable`]),
  ];
  return [
    ...(dropped.length === 0 ? [] : [`not compared: ${dropped.join(', ')}`]),
    ...(withoutEvents === 0 ? [] : [`${plural(withoutEvents, 'zone')} without events`]),
  ];
}

function otherIn({ total, complete, waiting, ...rest }: ProgressCounts): number {
  return total - complete - waiting - rest['in validation mode'];
}

function whyOf({ reasons }: ZoneProgress): [string, string] {
  return [reasons.map(({ reason }) => reason).join(' '), reasons.map(({ fix }) => fix).join(' ')];
}

/** Since the survey a zone may have become eligible. */
function whyLeftOut(zone: ZoneProgress): [string, string] {
  const isEligible = zone.progress === 'waiting' && zone.reasons.length === 0;
  return isEligible ? ['It can be migrated now.', 'Survey the zones again.'] : whyOf(zone);
}

function nameOf({ zone_id: id, zone_name: name }: ZoneProgress): string {
  return name === '' ? id : name;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cellOf).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function cellOf(text: string): string {
  return escapeMarkdown(text);
}

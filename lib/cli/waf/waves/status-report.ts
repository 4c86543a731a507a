import { plural } from '../../../ground/words';
import { escapeMarkdown } from '../../project/markdown';
import { formatTableOf, joinParagraphs, wrapText } from '../../layout';
import type { Gate } from '../../../waves/gates';
import { formatCounts, nameOf } from '../zone-state';
import type { ZoneProgress } from './progress';
import type { ProgressCounts, StatusZone, WavesStatus, WaveStatus } from './status';

/** Every `STATUS.md` begins so; another file of this name is not overwritten. */
export const statusHead = '# Status of the WAF migration\n\n<!-- Written by `edge-platform waf waves status`';

/** `STATUS.md`: the next step and the exceptions first, then the waves, then every zone. */
export function printStatus(status: WavesStatus): string {
  const { as_of: at, attention, left_out: leftOut, waves, all, next } = status;
  return `${[
    `${statusHead} from the API: changes of this file are lost. -->`,
    `As of ${at}: ${countsOf(status.zones)}.`,
    `**Next:** ${next.text}${next.command === null ? '' : `\n\n\`\`\`sh\n${next.command}\n\`\`\``}`,
    '## Needs attention',
    attention.length === 0 ? 'Nothing.' : tableOf({ zone: nameOf, wave, state, why, fix }, attention),
    '## Waves',
    tableOf(
      {
        wave: ({ name }) => name,
        zones,
        complete,
        'in validation mode': validation,
        waiting,
        other,
        target: ({ target }) => target,
        acknowledged: ({ acknowledged }) => (acknowledged ? 'yes' : 'no'),
        review: ({ gates }) => gates.map(formatGate).join('; '),
      },
      waves,
    ),
    '## Left out',
    leftOut.length === 0
      ? 'No zone.'
      : `${plural(leftOut.length, 'zone')} without a wave. Fix them, then run \`edge-platform waf survey\` and \`edge-platform waf waves\` again.\n\n${tableOf(
          { zone: nameOf, plan, state, why, fix },
          leftOut.map(withFix),
        )}`,
    '## Zones',
    tableOf({ zone: nameOf, wave, plan, state }, all),
  ].join('\n\n')}\n`;
}

/** The same for a terminal, without the zones that need nobody. */
export function formatStatus(
  status: WavesStatus,
  { width = 80 }: { readonly width?: number | undefined } = {},
): string {
  const { attention, left_out: leftOut, waves, next } = status;
  return joinParagraphs([
    wrapText(`${countsOf(status.zones)}. ${plural(leftOut.length, 'zone')} without a wave.`, width),
    attention.length === 0
      ? []
      : formatTableOf(
          { ZONE: nameOf, WAVE: wave, STATE: state, WHY: codesOf },
          attention.slice(0, mostRows),
          { width },
        ),
    attention.length <= mostRows ? [] : [`And ${attention.length - mostRows} more: see STATUS.md.`],
    formatTableOf(
      {
        WAVE: ({ name }) => name,
        ZONES: zones,
        COMPLETE: complete,
        VALIDATION: validation,
        WAITING: waiting,
        OTHER: other,
        REVIEW: ({ gates }) =>
          gates.map(({ target, passed }) => `${target} ${passed ? 'passed' : 'failed'}`).join(', '),
      },
      waves,
      { width, rightAligned: [1, 2, 3, 4, 5] },
    ),
    [...wrapText(`Next: ${next.text}`, width), ...(next.command === null ? [] : [`  ${next.command}`])],
  ]);
}

const mostRows = 20;

// The columns of zones.
const wave = (zone: StatusZone) => zone.wave;
const plan = (zone: ZoneProgress) => zone.plan;
const state = (zone: ZoneProgress) => zone.progress;
const why = ({ reasons }: ZoneProgress) => reasons.map(({ reason }) => reason).join(' ');
const fix = ({ reasons }: ZoneProgress) => reasons.map((each) => each.fix).join(' ');
const codesOf = ({ reasons }: ZoneProgress) => reasons.map(({ code }) => code).join(', ');

// The columns of waves.
const zones = ({ zones: counts }: WaveStatus) => String(counts.total);
const complete = ({ zones: counts }: WaveStatus) => String(counts.complete);
const validation = ({ zones: counts }: WaveStatus) => String(counts['in validation mode']);
const waiting = ({ zones: counts }: WaveStatus) => String(counts.waiting);
const other = ({ zones: counts }: WaveStatus) =>
  String(counts.total - counts.complete - counts.waiting - counts['in validation mode']);

function countsOf({ total, ...counts }: ProgressCounts): string {
  return formatCounts(total, counts);
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

/** Since the survey a zone may have become eligible. */
function withFix(zone: ZoneProgress): ZoneProgress {
  const isEligible = zone.progress === 'waiting' && zone.reasons.length === 0;
  if (!isEligible) return zone;
  return {
    ...zone,
    reasons: [{ code: '', reason: 'It can be migrated now.', fix: 'Survey the zones again.' }],
  };
}

function tableOf<Row>(columns: Readonly<Record<string, (row: Row) => string>>, rows: readonly Row[]): string {
  const head = Object.keys(columns);
  const cells = rows.map((row) => Object.values(columns).map((read) => read(row)));
  return [head, head.map(() => '---'), ...cells]
    .map((line) => `| ${line.map(escapeMarkdown).join(' | ')} |`)
    .join('\n');
}

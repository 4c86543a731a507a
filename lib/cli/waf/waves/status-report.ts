import { plural } from '../../../ground/words';
import type { Gate } from '../../../waves/gates';
import { code, prose, section, table, verdict, type Block } from '../../report/blocks';
import { renderMarkdown } from '../../report/markdown';
import { describeCounts, nameOf } from '../verdict';
import type { ZoneProgress } from './progress';
import type { StatusZone, WavesStatus, WaveStatus } from './status';

/** Every `STATUS.md` begins so; another file of this name is not overwritten. */
export const statusHead = '# Status of the WAF migration\n\n<!-- Written by `edge-platform waf waves status`';

export function printStatus(status: WavesStatus): string {
  const { as_of: at, attention, left_out: leftOut, waves, all, next } = status;
  const head = `${statusHead} from the API: changes of this file are lost. -->`;
  const blocks = [
    prose(`As of ${at}: ${countsOf(status)}.`),
    verdict('plain', `Next: ${next.text}`),
    code(next.command ?? ''),
    section(
      'Needs attention',
      table({ zone: nameOf, wave, verdict: found, why, fix }, attention, { none: 'Nothing.' }),
    ),
    section(
      'Waves',
      table(
        {
          ...columnsOfWaves,
          target: ({ target }) => target,
          acknowledged: ({ acknowledged }) => (acknowledged ? 'yes' : 'no'),
          review: ({ gates }) => gates.map(describeGate).join('; '),
        },
        waves,
      ),
    ),
    section(
      'Left out',
      prose(
        leftOut.length === 0
          ? 'No zone.'
          : `${plural(leftOut.length, 'zone')} without a wave. Fix them, then run \`edge-platform waf survey\` and \`edge-platform waf waves\` again.`,
      ),
      table({ zone: nameOf, plan, verdict: found, why, fix }, leftOut.map(withFix)),
    ),
    section('Zones', table({ zone: nameOf, wave, plan, verdict: found }, all)),
  ];
  return `${head}\n\n${renderMarkdown(blocks)}\n`;
}

/** The status for a terminal, without the zones that need nobody. */
export function reportStatus(status: WavesStatus): readonly Block[] {
  const { attention, left_out: leftOut, waves, next } = status;
  return [
    prose(`${countsOf(status)}. ${plural(leftOut.length, 'zone')} without a wave.`),
    table({ zone: nameOf, wave, verdict: found, why: codesOf }, attention, { most: 20, see: 'STATUS.md' }),
    table(
      {
        ...columnsOfWaves,
        review: ({ gates }) =>
          gates.map(({ target, passed }) => `${target} ${passed ? 'passed' : 'failed'}`).join(', '),
      },
      waves,
    ),
    next.command === null ? prose(`Next: ${next.text}`) : code(next.command, `Next: ${next.text}`),
  ];
}

const wave = (zone: StatusZone) => zone.wave;
const plan = (zone: ZoneProgress) => zone.plan;
const found = (zone: ZoneProgress) => zone.verdict;
const why = ({ reasons }: ZoneProgress) => reasons.map(({ reason }) => reason).join(' ');
const fix = ({ reasons }: ZoneProgress) => reasons.map((each) => each.fix).join(' ');
const codesOf = ({ reasons }: ZoneProgress) => reasons.map(({ code: each }) => each).join(', ');

const columnsOfWaves = {
  wave: ({ name }: WaveStatus) => name,
  zones: ({ zones }: WaveStatus) => zones.total,
  migrated: ({ zones }: WaveStatus) => zones.migrated + zones['never had it'],
  validation: ({ zones }: WaveStatus) => zones['in validation mode'],
  eligible: ({ zones }: WaveStatus) => zones.eligible,
  other: ({ zones }: WaveStatus) =>
    zones.total - zones.migrated - zones['never had it'] - zones.eligible - zones['in validation mode'],
};

function countsOf({ zones: { total, ...counts } }: WavesStatus): string {
  return describeCounts(total, counts);
}

function describeGate({ target, passed, reviewed_at: at, failures, figures }: Gate): string {
  const reasons = passed ? '' : `: ${failures.join(' ')}`;
  const missing = missingEvidence(figures);
  const evidence = missing.length === 0 ? '' : ` (${missing.join('; ')})`;
  return `${target} ${passed ? 'passed' : 'failed'} ${at.slice(0, 10)}${evidence}${reasons}`;
}

/** The evidence that a review did not compare: a passed one has accepted that. */
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
  const isEligible = zone.verdict === 'eligible' && zone.reasons.length === 0;
  if (!isEligible) return zone;
  return {
    ...zone,
    reasons: [{ code: '', reason: 'It can be migrated now.', fix: 'Survey the zones again.' }],
  };
}

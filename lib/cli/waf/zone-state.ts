import { plural } from '../../ground/words';
import { titleOf } from '../../waves/waves-file';
import type { Cell } from '../report/blocks';
import { isMigrated, isSideBySide, neverHadPrevious } from '../../resources/waf-migration/zone-state';

/**
 * Where a zone is on its way to the new managed rules, in the words of the commands. The worst first: summaries and tables have
 * this order.
 */
export const words = {
  unprotected: { check: 'not protected', survey: 'not protected', waves: 'not protected' },
  unread: { check: 'not readable', survey: 'not readable', waves: 'not readable' },
  gone: { check: 'not readable', survey: 'not readable', waves: 'not found' },
  ineligible: { check: 'cannot migrate', survey: 'ineligible', waves: 'ineligible' },
  undecided: { check: 'differs from state', survey: 'needs a decision', waves: 'needs a decision' },
  eligible: { check: 'can migrate', survey: 'eligible', waves: 'waiting' },
  validation: { check: 'in validation mode', survey: 'in validation mode', waves: 'in validation mode' },
  cutover: { check: 'can migrate', survey: 'eligible', waves: 'cutover' },
  migrated: { check: 'migrated', survey: 'migrated', waves: 'complete' },
  newcomer: { check: 'migrated', survey: 'never had it', waves: 'complete' },
} as const;

type State = keyof typeof words;
/** Of a zone that could be read. */
export type ZoneState = Exclude<State, 'unread' | 'gone'>;
export type Command = 'check' | 'survey' | 'waves';
export type Word<C extends Command, S extends State = State> = (typeof words)[S][C];

export type Verdict = Word<'check', ZoneState>;
export type SurveyVerdict = Word<'survey', ZoneState>;
export type Progress = Word<'waves'>;

interface ZoneFacts {
  readonly status: Parameters<typeof isSideBySide>[0];
  /** Whether the new managed rules protect it; undefined where they are not in force. */
  readonly isProtected: boolean | undefined;
  /** Whether its migration would be refused. */
  readonly isIneligible: boolean;
  /** Whether somebody has to decide on its migration. */
  readonly isUndecided: boolean;
}

export function stateOf({ status, isProtected, isIneligible, isUndecided }: ZoneFacts): ZoneState {
  if (isProtected === false) return 'unprotected';
  if (isIneligible) return 'ineligible';
  if (isUndecided) return 'undecided';
  if (neverHadPrevious(status)) return 'newcomer';
  if (isMigrated(status)) return 'migrated';
  if (status.migration_state === 'validation') return 'validation';
  return isSideBySide(status) ? 'cutover' : 'eligible';
}

export interface FailedZone {
  readonly zone_id: string;
  /** A code of docs/errors.md; empty for other errors. */
  readonly code: string;
  readonly error: string;
}

export function isRead<Zone extends object>(zone: Zone): zone is Exclude<Zone, FailedZone> {
  return !('error' in zone);
}

/** The name of a zone, or its id where the API did not return one. */
export function nameOf(zone: { readonly zone_id: string; readonly zone_name: string }): string {
  return titleOf({ id: zone.zone_id, name: zone.zone_name });
}

/** A cell that only a zone has that could be read. */
export function ifRead<Zone extends object>(
  read: (zone: Exclude<Zone, FailedZone>) => Cell,
): (zone: Zone) => Cell {
  return (zone) => (isRead(zone) ? read(zone) : '');
}

/** Whether `waf waves` does not know where the zone is. */
export function isUnknown(progress: Progress): boolean {
  return progress === words.unread.waves || progress === words.gone.waves;
}

/** Each word of a command once. */
export function wordsOf<C extends Command>(command: C): readonly Word<C>[] {
  return [...new Set(Object.values(words).map((each) => each[command]))];
}

/** The verdict of a survey in the words of `waf waves`. A survey does not tell a cutover from an eligible zone. */
export function progressOf(verdict: Word<'survey'>): Progress {
  return Object.values(words).find(({ survey }) => survey === verdict)?.waves ?? 'not readable';
}

const toAct: ReadonlySet<string> = new Set(
  (['unprotected', 'unread', 'gone', 'ineligible', 'undecided'] as const).flatMap((state) =>
    Object.values(words[state]),
  ),
);

/** Whether somebody has to do something before the zone is migrated and protected. */
export function needsAction(word: Verdict | SurveyVerdict | Progress): boolean {
  return toAct.has(word);
}

/** How many zones have each word of a command. */
export function countWords<C extends Command>(
  command: C,
  found: readonly Word<C>[],
): Readonly<Record<Word<C>, number>> {
  const counts = wordsOf(command).map((word) => [word, found.filter((each) => each === word).length]);
  return Object.fromEntries(counts) as Record<Word<C>, number>;
}

/** `300 zones: 3 ineligible, 100 waiting, 197 complete` */
export function describeCounts(zones: number, counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).flatMap(([word, count]) => (count === 0 ? [] : [`${count} ${word}`]));
  return `${plural(zones, 'zone')}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`;
}

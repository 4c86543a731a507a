import type { WafRule } from '../../../waf';
import { badChoice } from '../../http/list-query';

/** The names of modes in the query of the list of rules. */
const shortModes: Readonly<Record<string, WafRule['mode']>> = {
  DIS: 'disable',
  CHL: 'challenge',
  BLK: 'block',
  SIM: 'simulate',
};

/** A rule that is left to its default has the mode of that. */
export function hasShortMode({ mode, default_mode: usual }: WafRule, short: string): boolean {
  const wanted = Object.hasOwn(shortModes, short) ? shortModes[short] : undefined;
  if (wanted === undefined) throw badChoice('mode', short, Object.keys(shortModes));
  return (mode === 'default' ? usual : mode) === wanted;
}

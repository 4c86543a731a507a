import type { WafRule } from '../../../waf';
import { badChoice } from '../../http/list-query';
import { own } from '../../../ground/record';

/** The names of modes in the query of the list of rules. */
const shortModes: Readonly<Record<string, WafRule['mode']>> = {
  DIS: 'disable',
  CHL: 'challenge',
  BLK: 'block',
  SIM: 'simulate',
};

/** A rule in mode `default` has its default mode. */
export function hasShortMode({ mode, default_mode: byDefault }: WafRule, short: string): boolean {
  const selected = own(shortModes, short);
  if (selected === undefined) throw badChoice('mode', short, Object.keys(shortModes));
  return (mode === 'default' ? byDefault : mode) === selected;
}

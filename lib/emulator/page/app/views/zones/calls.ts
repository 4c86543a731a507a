import { useState } from 'preact/hooks';
import { callApi } from '../../api';
import { act } from '../../components/announcer';
import type { ManagedRule, ZoneAction } from '../../../model/zones';
import { toSend } from './draft';

/** An action of a zone that is under way or not: it says its outcome, and resolves to whether it succeeded. */
export function useAction(): readonly [
  isBusy: boolean,
  run: (done: string, work: () => Promise<unknown>) => Promise<boolean>,
] {
  const [isBusy, setBusy] = useState(false);
  const run = async (done: string, work: () => Promise<unknown>) => {
    setBusy(true);
    const isDone = await act(done, work);
    setBusy(false);
    return isDone;
  };
  return [isBusy, run];
}

/** Writes the entry point of the zone's managed rules, with the migration of the action if it has one. */
export function writeEntryPoint(
  zoneId: string,
  rules: readonly ManagedRule[],
  { trigger }: Pick<ZoneAction, 'trigger'>,
): Promise<unknown> {
  const query = trigger === undefined ? '' : `?waf_migration=${trigger}&phase_two=1`;
  const path = `/zones/${zoneId}/rulesets/phases/http_request_firewall_managed/entrypoint`;
  return callApi('PUT', path + query, { name: 'default', rules: toSend(rules, trigger) });
}

/** For an action whose button disappears: a reader of the screen continues at the part, not at its end. */
export function focusContent(): void {
  document.getElementById('content')?.focus();
}

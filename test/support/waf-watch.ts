import { managedRulesets } from '../../lib/waf';
import { pick, type Running as Emulator } from '../emulator/support';
import { startCallWatch, type CallWatch } from './call-watch';
import { listOf, zoneId } from './edge-stack';
import { managedRule, migrationPath, nameOfCall, previousRule } from './waf-stack';

/** Which managed rules block an attack. */
export type Guard = 'none' | 'the previous' | 'both' | 'the new';

/**
 * A proxy in front of the emulator that attacks the zone after every call, with a request that a rule of the previous and one
 * of the new managed rules block. It records when no rule blocks the attack, when rules that did no longer do, and when the
 * status differs from the rules that blocked the attack.
 */
export interface WafWatch extends CallWatch {
  readonly guards: readonly Guard[];
}

/** `before` runs before each call is forwarded. */
export async function startWafWatch(emulator: Emulator, before?: () => void): Promise<WafWatch> {
  const guards: Guard[] = [];
  const watch = await startCallWatch(emulator, {
    nameOf: nameOfCall,
    ...(before !== undefined && { before }),
    check: async () => {
      // The cutover may complete during the attack.
      const before = await statusOf(emulator);
      const guard = await attackZone(emulator, zoneId);
      const status = guard === before ? before : await statusOf(emulator);
      const last = guards.at(-1);
      if (guard !== last) guards.push(guard);
      return [
        ...(guard === 'none' ? ['none blocks the attack'] : []),
        ...(last !== undefined && guard !== last && !mayFollow(last, guard)
          ? [`${last} blocked the attack, now ${guard}`]
          : []),
        ...(guard === status ? [] : [`the status shows ${status} where ${guard} blocked the attack`]),
      ];
    },
  });
  return { ...watch, guards };
}

/** The previous rules are disabled only after the new ones are enabled, and neither change is reverted. */
function mayFollow(last: Guard, now: Guard): boolean {
  return (last === 'the previous' && now === 'both') || (last === 'both' && now === 'the new');
}

function guardOf(isPrevious: boolean, isNew: boolean): Guard {
  if (isPrevious) return isNew ? 'both' : 'the previous';
  return isNew ? 'the new' : 'none';
}

export async function attackZone(emulator: Emulator, id: string): Promise<Guard> {
  const zone = `/zones/${id}`;
  await emulator.control('DELETE', `${zone}/security-events`);
  const { status, text } = await emulator.control('POST', `${zone}/requests`, JSON.stringify(line));
  if (status !== 200) throw new Error(`the attack did not arrive: ${text}`);
  const { body } = await emulator.control('GET', `${zone}/security-events`);
  const blocked = listOf(body).filter((event) => pick(event, 'action') === 'block');
  const sources = blocked.map((event) => pick(event, 'source'));
  return guardOf(sources.includes('previous'), sources.includes('new'));
}

const line = {
  fields: {
    ClientRequestHost: 'example.com',
    ClientRequestMethod: 'GET',
    ClientRequestPath: '/login',
    ClientRequestURI: '/login?id=1%20UNION%20SELECT',
  },
  waf: {
    previous: [{ rule_id: previousRule, action: 'block' }],
    new: [{ rule_id: managedRule(0xa77ac), ruleset_id: managedRulesets.managed, action: 'block' }],
  },
};

async function statusOf(emulator: Emulator): Promise<Guard> {
  const status = await emulator.result('GET', `${migrationPath}/status`);
  return guardOf(pick(status, 'old_waf_status') === 'enabled', pick(status, 'new_waf_status') === 'enabled');
}

import { managedRulesets } from '../../lib/waf';
import { pick, type Running as Emulator } from '../emulator/support';
import { startCallWatch, type CallWatch } from './call-watch';
import { listOf, zoneId } from './edge-stack';
import { managedRule, migrationPath, nameOfCall, previousRule } from './waf-stack';

/** Which managed rules stop an attack. */
export type Guard = 'nobody' | 'the previous' | 'both' | 'the new';

/**
 * A proxy before the emulator that attacks the zone after every call, with a request that a rule of the previous and
 * one of the new managed rules block. It notes when nobody blocks it, when somebody who did before does no more, and
 * when the status says something else than what the attack met.
 */
export interface WafWatch extends CallWatch {
  /** Who blocked the attack, in the order in which that changed. */
  readonly guards: readonly Guard[];
  /** Attacks without a call. */
  attack(): Promise<Guard>;
}

/** `before` happens before each call is passed on. */
export async function startWafWatch(emulator: Emulator, before?: () => void): Promise<WafWatch> {
  const guards: Guard[] = [];
  let attacks = 0;
  const attack = async (): Promise<Guard> => {
    attacks += 1;
    const by = await attackZone(emulator, `attack-${attacks}`);
    return guardOf(by.includes('previous'), by.includes('new'));
  };
  const watch = await startCallWatch(emulator, {
    nameOf: nameOfCall,
    ...(before !== undefined && { before }),
    look: async () => {
      // The hand-over may come to its end just while it is attacked.
      const before = await statusOf(emulator);
      const guard = await attack();
      const told = guard === before ? before : await statusOf(emulator);
      const last = guards.at(-1);
      if (guard !== last) guards.push(guard);
      return [
        ...(guard === 'nobody' ? ['nobody blocks the attack'] : []),
        ...(last !== undefined && guard !== last && !mayFollow(last, guard)
          ? [`${last} blocked the attack, now ${guard}`]
          : []),
        ...(guard === told ? [] : [`the status says ${told} where ${guard} blocked the attack`]),
      ];
    },
  });
  return {
    ...watch,
    guards,
    attack,
    forget: () => {
      watch.forget();
      guards.length = 0;
    },
  };
}

/** The previous ones go only after the new ones came, and neither comes back. */
function mayFollow(last: Guard, now: Guard): boolean {
  return (last === 'the previous' && now === 'both') || (last === 'both' && now === 'the new');
}

function guardOf(isPrevious: boolean, isNew: boolean): Guard {
  if (isPrevious) return isNew ? 'both' : 'the previous';
  return isNew ? 'the new' : 'nobody';
}

/** The source of each event in which the attack was blocked. */
async function attackZone(emulator: Emulator, ray: string): Promise<string[]> {
  const zone = `/zones/${zoneId}`;
  const { status, text } = await emulator.control('POST', `${zone}/requests`, attackLine(ray));
  if (status !== 200) throw new Error(`the attack did not arrive: ${text}`);
  const { body } = await emulator.control('GET', `${zone}/security-events`);
  return listOf(body)
    .filter((event) => pick(event, 'ray_id') === ray && pick(event, 'action') === 'block')
    .map((event) => String(pick(event, 'source')));
}

function attackLine(ray: string): string {
  return JSON.stringify({
    fields: {
      RayID: ray,
      ClientRequestHost: 'example.com',
      ClientRequestMethod: 'GET',
      ClientRequestPath: '/login',
      ClientRequestURI: '/login?id=1%20UNION%20SELECT',
    },
    waf: {
      previous: [{ rule_id: previousRule, action: 'block' }],
      new: [{ rule_id: managedRule(0xa77ac), ruleset_id: managedRulesets.managed, action: 'block' }],
    },
  });
}

async function statusOf(emulator: Emulator): Promise<Guard> {
  const status = await emulator.result('GET', `${migrationPath}/status`);
  return guardOf(pick(status, 'old_waf_status') === 'enabled', pick(status, 'new_waf_status') === 'enabled');
}

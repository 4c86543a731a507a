import { createHash } from 'node:crypto';
import type { Fixture, FixtureZone, Plan } from '../../../lib/emulator';
import { Draw } from '../random';
import { makeAlerting } from './alerting';
import { makeJobs } from './jobs';
import { zoneName, type MakeId } from './names';
import { makeRulesets, type RulesetsOfZone } from './rulesets';
import { makeWaf } from './waf';

export interface GeneratedAccountOptions {
  /** @default 1 */
  readonly seed?: number;
  /** @default 50 */
  readonly zones?: number;
  /** Of the zones and the account. Zones have 4 at most, and only Enterprise zones have some. @default 4 for each zone */
  readonly jobs?: number;
  /** Health policies and others. @default 30 */
  readonly policies?: number;
  /** @default 60 */
  readonly pools?: number;
}

export interface GeneratedAccount {
  /** Two accounts. The second has a zone whose name is that of a zone of the first, and objects of every kind. */
  readonly fixture: Fixture;
  readonly account: { readonly id: string; readonly name: string };
  readonly other: { readonly id: string; readonly name: string };
  /** The zones of the first account. */
  readonly zones: readonly FixtureZone[];
}

/**
 * An account with a history, as an import meets it: every kind of object in every state that the API allows, odd names, long
 * filters, objects that no resource can express, and objects that other tools manage. The same for the same options.
 *
 * The kinds come in turns, so that a small account has many of them too.
 */
export function generateAccount(options: GeneratedAccountOptions = {}): GeneratedAccount {
  const { seed = 1, zones: count = 50, policies = 30, pools = 60 } = options;
  const draw = new Draw(seed);
  const id: MakeId = (text) => createHash('sha256').update(`${seed} ${text}`).digest('hex').slice(0, 32);
  const account = { id: id('account'), name: 'Ünïcode & "Söhne" ${var.account} %{ if true }' };
  const other = { id: id('other account'), name: 'Second account' };
  const places = Array.from({ length: count }, (_, index) => placeOf(index, id));
  const jobs = makeJobs({
    draw,
    count: options.jobs ?? 4 * count,
    zoneIds: places.filter(({ plan }) => plan === 'enterprise').map((zone) => zone.id),
  });
  const zones = places.map(({ id: zoneId, name, plan }, index): FixtureZone => ({
    id: zoneId,
    account_id: account.id,
    name,
    plan,
    ...joined(makeRulesets(index, name, draw, id), makeWaf(index, plan, id)),
    ...(plan === 'enterprise' ? { jobs: jobs.ofZone(zoneId) } : {}),
  }));
  const alerting = makeAlerting({ draw, id, pools, policies });
  return {
    account,
    other,
    zones,
    fixture: {
      accounts: [
        {
          ...account,
          ...alerting,
          jobs: jobs.ofAccount,
          rulesets: [{ name: 'Rules of the account', kind: 'custom', phase: 'http_request_firewall_custom' }],
        },
        { ...other, ...makeAlerting({ draw, id: (text) => id(`other ${text}`), pools: 2, policies: 2 }) },
      ],
      zones: [
        ...zones,
        { id: id('twin zone'), account_id: other.id, name: zones[0]?.name ?? '', plan: 'enterprise' },
      ],
    },
  };
}

interface Place {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
}

function placeOf(index: number, id: MakeId): Place {
  const plans: readonly Plan[] = ['free', 'pro', 'business'];
  const plan = index % 6 === 5 ? (plans[Math.floor(index / 6) % plans.length] ?? 'free') : 'enterprise';
  return { id: id(`zone ${index}`), name: zoneName(index), plan };
}

/** A zone has rulesets for custom fields and for the WAF. */
function joined(fields: RulesetsOfZone, waf: ReturnType<typeof makeWaf>): Partial<FixtureZone> {
  return { ...fields, ...waf, rulesets: [...fields.rulesets, ...(waf.rulesets ?? [])] };
}

import fc from 'fast-check';
import type { Rule } from '../../../lib/client';
import { decide } from '../../../lib/resources/waf-migration/decide';
import { effectsOf } from '../../../lib/resources/waf-migration/effects';
import type { Intent } from '../../../lib/resources/waf-migration/intent';
import { migrationMemory } from '../../../lib/resources/waf-migration/memory';
import type { Observation } from '../../../lib/resources/waf-migration/observe';
import { toMigrationConfiguration, type PreviousWaf, type WafGroup } from '../../../lib/waf';
import { runs } from '../../support/exhaustive';
import { pageRule } from '../../waf/generated';
import {
  anomalyScore,
  bypassOf,
  corePackage,
  group,
  managed,
  managedPackage,
  override,
  owasp,
  wafRule,
  zone,
} from '../../waf/zones';

const zoneId = '1'.repeat(32);
const ruleIds = ['r', 's', 't'];
const onOrOff = fc.constantFrom<WafGroup['mode']>('on', 'off');
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

/** Previous WAFs whose groups have any default. */
const previousWaf = fc
  .record({
    groups: fc.tuple(
      ...['g', 'h'].map((id) => fc.record({ id: fc.constant(id), mode: onOrOff, default_mode: onOrOff })),
    ),
    rules: fc.tuple(
      ...ruleIds.map((id) =>
        fc.record({
          id: fc.constant(id),
          mode: fc.constantFrom(
            'default' as const,
            'disable' as const,
            'simulate' as const,
            'challenge' as const,
          ),
          default_mode: fc.constantFrom('disable' as const, 'simulate' as const, 'block' as const),
          group: fc.record({ id: fc.constantFrom('g', 'h'), name: fc.constant('') }),
        }),
      ),
    ),
    firewall_rules: fc.subarray([bypassOf('f', 'ip.src eq 192.0.2.1'), bypassOf('p', 'ssl')]),
    page_rules: fc.array(pageRule, { maxLength: 1 }),
    setting: onOrOff,
  })
  .map(({ groups, rules, ...rest }) =>
    zone({
      ...rest,
      packages: [
        managedPackage({
          groups: groups.map((each) => group(each.id, each)),
          rules: rules.map((each) => wafRule(each.id, each)),
        }),
        corePackage(),
      ],
    }),
  );

const ruleOverride = fc
  .record({
    rule_id: fc.constantFrom(...ruleIds, anomalyScore),
    ruleset_id: fc.constantFrom(managed, managed, owasp),
    action: orNull(fc.constantFrom('log', 'challenge')),
    enabled: orNull(fc.boolean()),
    score_threshold: orNull(fc.constantFrom(25, 40)),
  })
  .filter(({ action, enabled, score_threshold: threshold }) => (action ?? enabled ?? threshold) !== null);

const skipRule = fc.record({
  expression: fc.constantFrom('ip.src eq 192.0.2.1', 'ssl', 'http.host eq "a.com"'),
  description: orNull(fc.constant('d')),
  rule_ids: fc.constant(null),
  ruleset_id: fc.constant(null),
  enabled: fc.boolean(),
});

const situation = fc.record({
  waf: previousWaf,
  existing: fc.option(previousWaf.map(rulesFor)),
  remembers: fc.boolean(),
  state: fc.constantFrom('start', 'start', 'validation'),
  target: fc.constantFrom('complete', 'validation'),
  overrides: fc.uniqueArray(ruleOverride, { selector: ({ rule_id: id }) => id, maxLength: 3 }),
  skips: fc.array(skipRule, { maxLength: 2 }),
});

/** What the service deploys: it knows the defaults of groups. */
function rulesFor(waf: PreviousWaf): Rule[] {
  return toMigrationConfiguration(waf).rules.map((rule, at) => ({ ...rule, id: `x${at}`, last_updated: '' }));
}

/** What the API returns of it: no default of a group. */
function returned(waf: PreviousWaf): PreviousWaf {
  const packages = waf.packages.map((each) => ({
    ...each,
    groups: each.groups.map((one) => ({ ...one, default_mode: 'on' as const })),
  }));
  return { ...waf, packages };
}

it('what the service proposes after overrides are deleted is what the plan lists, and what it judges', () => {
  fc.assert(
    fc.property(situation, ({ waf, existing, remembers, state, target, overrides, skips }) => {
      const seeing = (now: PreviousWaf): Observation => ({
        zoneId,
        zone: { name: 'example.com', plan: 'enterprise' },
        status: {
          migration_state: state,
          old_waf_status: waf.setting === 'off' ? 'disabled' : 'enabled',
          new_waf_status: state === 'start' ? 'disabled' : 'enabled',
        },
        entryPoint:
          existing === null
            ? undefined
            : {
                ...{ id: 'e', name: 'default', description: '', kind: 'zone', phase: 'p', version: '1' },
                last_updated: '',
                rules: existing,
              },
        previous: {
          waf: returned(now),
          isCompatible: now.overrides.length === 0,
          equivalent: now.overrides.length === 0 ? { name: 'default', rules: rulesFor(now) } : undefined,
        },
      });
      const intent: Intent = {
        ...{ target, overrides, skips, accepted: new Set(), skipsIneligible: false },
        deletesUriOverrides: true,
      };
      const baseline = remembers && state === 'validation' ? (existing ?? undefined) : undefined;
      const memory = { ...migrationMemory.empty, baseline };

      const before = seeing({ ...waf, overrides: [override('u')] });
      const planned = decide(before, intent, memory);
      fc.pre(planned.steps.some(({ kind }) => kind === 'delete-override'));
      const again = decide(seeing(waf), intent, memory);
      expect(again.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
      const listed = effectsOf(before, planned);
      expect(listed).toEqual(expect.arrayContaining(effectsOf(before, again, again.mapped)));
    }),
    { numRuns: runs(200) },
  );
});

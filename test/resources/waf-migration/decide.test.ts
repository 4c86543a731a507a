import fc from 'fast-check';
import type { Rule } from '../../../lib/client';
import { decide, type Decision, type Step } from '../../../lib/resources/waf-migration/decide';
import type { Intent } from '../../../lib/resources/waf-migration/intent';
import { migrationMemory, type MigrationMemory } from '../../../lib/resources/waf-migration/memory';
import type { Observation } from '../../../lib/resources/waf-migration/observe';
import { judgeProtection, toMigrationConfiguration, type PreviousWaf } from '../../../lib/waf';
import { runs } from '../../support/exhaustive';
import { at } from '../../support/handler-harness';
import { previousWaf } from '../../waf/generated';
import {
  bypassOf,
  corePackage,
  group,
  managedPackage,
  override,
  owasp,
  wafRule,
  zone,
} from '../../waf/zones';

const { empty } = migrationMemory;
const zoneId = '1'.repeat(32);

const intent = (changes: Partial<Intent> = {}): Intent => ({
  target: 'complete',
  deletesUriOverrides: false,
  skipsIneligible: false,
  accepted: new Set(),
  overrides: [],
  skips: [],
  ...changes,
});
const rulesFor = (waf: PreviousWaf): Rule[] =>
  toMigrationConfiguration(waf).rules.map((rule) => ({ ...rule, last_updated: '' }));
const skip = (expression: string): Rule => ({
  ...{ id: '', version: '', ref: '', last_updated: '', description: '', enabled: true },
  action: 'skip',
  action_parameters: { ruleset: 'current' },
  expression,
});

/** How the answer of operation 8 can be altered. */
const alterations: Readonly<Record<string, (rules: Rule[]) => Rule[]>> = {
  'has no rules': () => [],
  'has disabled rules only': (rules) => rules.map((rule) => ({ ...rule, enabled: false })),
  'skips everything first': (rules) => [skip('true'), ...rules],
  'has no overrides': (rules) =>
    rules.map((rule) =>
      rule.action === 'execute'
        ? { ...rule, action_parameters: { id: at(rule, 'action_parameters', 'id') } }
        : rule,
    ),
  'has no skip rules': (rules) => rules.filter(({ action }) => action !== 'skip'),
};

function seeing(
  waf: PreviousWaf,
  changes: Partial<Observation> & { readonly state?: string; readonly proposed?: readonly Rule[] } = {},
): Observation {
  const { state = 'start', proposed = rulesFor(waf), ...rest } = changes;
  const isCompatible = waf.overrides.length === 0;
  return {
    zoneId,
    zone: { name: 'example.com', plan: 'enterprise' },
    status: {
      migration_state: state,
      old_waf_status:
        ['complete', 'default'].includes(state) || waf.setting === 'off' ? 'disabled' : 'enabled',
      new_waf_status: state === 'start' ? 'disabled' : 'enabled',
    },
    entryPoint: undefined,
    previous: {
      waf,
      isCompatible,
      equivalent: isCompatible ? { name: 'default', rules: proposed } : undefined,
    },
    ...rest,
  };
}

const entryPoint = (rules: readonly Rule[]) => ({
  ...{ id: 'e', name: 'default', description: '', kind: 'zone', phase: 'p', version: '1', last_updated: '' },
  rules,
});
const codesOf = ({ findings }: Decision, severity = 'error') =>
  findings.flatMap((each) => (each.severity === severity ? [each.code] : []));
const kindsOf = ({ steps }: Decision) => steps.map(({ kind }) => kind);

const tuned = zone({
  packages: [managedPackage({ rules: [wafRule('r', { mode: 'simulate' })] }), corePackage()],
  firewall_rules: [bypassOf('f', 'ip.src eq 192.0.2.1')],
});

describe('a decision', () => {
  it('on an honest proposal deploys it, and warns that this is irreversible', () => {
    const decision = decide(seeing(tuned), intent(), empty);
    expect(codesOf(decision)).toEqual([]);
    expect(codesOf(decision, 'warning')).toEqual(['waf.irreversible']);
    expect(kindsOf(decision)).toEqual(['save-backup', 'migrate', 'await-cutover']);
    expect(decision.rules.map(({ action }) => action)).toEqual(['skip', 'execute', 'execute']);
  });

  it.each([
    ['has no rules', ['waf.no_managed_ruleset'], false],
    ['has disabled rules only', ['waf.no_managed_ruleset'], false],
    ['skips everything first', ['waf.skip_all'], false],
    ['has no overrides', ['waf.override_missing', 'waf.override_missing'], true],
    ['has no skip rules', ['waf.skip_missing'], true],
  ] as const)('fails if the proposal %s, unless that can be accepted', (how, codes, isAcceptable) => {
    const seen = seeing(tuned, { proposed: alterations[how]?.(rulesFor(tuned)) ?? [] });
    const decision = decide(seen, intent(), empty);
    expect(codesOf(decision)).toEqual(expect.arrayContaining([...codes]));
    expect(decision.steps).toEqual([]);
    const accepting = decide(seen, intent({ accepted: new Set(codes) }), empty);
    expect(codesOf(accepting)).toEqual(isAcceptable ? [] : expect.anything());
  });

  it('lets the configuration correct a proposal', () => {
    const proposed = alterations['has no skip rules']?.(rulesFor(tuned)) ?? [];
    const skips = [
      {
        expression: 'ip.src eq 192.0.2.1',
        description: null,
        rule_ids: null,
        ruleset_id: null,
        enabled: true,
      },
    ];
    expect(codesOf(decide(seeing(tuned, { proposed }), intent({ skips }), empty))).toEqual([]);
  });

  it('fails if the configuration itself leaves the zone without a WAF, before the migration and after it', () => {
    const skips = [
      { expression: 'true', description: null, rule_ids: null, ruleset_id: null, enabled: true },
    ];
    expect(codesOf(decide(seeing(tuned), intent({ skips }), empty))).toContain('waf.skip_all');
    const migrated = seeing(tuned, {
      state: 'complete',
      previous: undefined,
      entryPoint: entryPoint(rulesFor(tuned)),
    });
    expect(codesOf(decide(migrated, intent({ skips }), empty))).toContain('waf.skip_all');
  });

  it('accepts that a zone stays without managed rules if its WAF is off', () => {
    const off = zone({ setting: 'off' });
    expect(codesOf(decide(seeing(off), intent(), empty))).toEqual([]);
  });

  it('only warns about missing overrides of a group that is off: its default is not public', () => {
    const off = zone({
      packages: [
        managedPackage({ groups: [group('g', { mode: 'off' })], rules: [wafRule('r')] }),
        corePackage(),
      ],
    });
    const decision = decide(
      seeing(off, { proposed: alterations['has no overrides']?.(rulesFor(off)) ?? [] }),
      intent(),
      empty,
    );
    expect(codesOf(decision)).toEqual(['waf.override_missing']);
    const [found] = decision.findings.filter(({ severity }) => severity === 'error');
    expect(found).toMatchObject({ ruleset: owasp });
    expect(codesOf(decision, 'warning')).toContain('waf.group_override_missing');
  });

  it.each([
    ['start', 'complete', ['save-backup', 'migrate', 'await-cutover']],
    ['start', 'validation', ['save-backup', 'migrate']],
    ['validation', 'complete', ['save-backup', 'migrate', 'await-cutover']],
    ['validation', 'validation', []],
    ['complete', 'complete', []],
    ['default', 'complete', []],
  ] as const)('from %s to %s takes the steps of the API', (state, target, kinds) => {
    const rules = state === 'start' ? undefined : entryPoint(rulesFor(tuned));
    expect(kindsOf(decide(seeing(tuned, { state, entryPoint: rules }), intent({ target }), empty))).toEqual(
      kinds,
    );
  });

  it.each(['', 'Complete', 'pending', 'start'])('for the unknown target "%s" fails', (target) => {
    const decision = decide(seeing(tuned), intent({ target }), empty);
    expect([codesOf(decision), decision.steps]).toEqual([['waf.target_unknown'], []]);
  });

  it('on values of the previous WAF that are not known fails, unless that is accepted', () => {
    const unknown = [{ kind: 'rule', id: 'r', field: 'mode', value: 'mirror' }] as const;
    const seen = seeing({ ...tuned, unknown });
    for (const target of ['validation', 'complete']) {
      const decision = decide(seen, intent({ target, skipsIneligible: true }), empty);
      expect([codesOf(decision), decision.steps]).toEqual([['waf.previous_unknown'], []]);
      const accepted = new Set(['waf.previous_unknown']);
      expect(codesOf(decide(seen, intent({ target, accepted }), empty))).toEqual([]);
    }
  });

  it('waits for a cutover that an earlier apply has begun', () => {
    const seen = seeing(tuned, { previous: undefined, entryPoint: entryPoint(rulesFor(tuned)) });
    expect(kindsOf(decide(seen, intent(), { ...empty, isInCutover: true }))).toEqual(['await-cutover']);
  });

  it.each(
    Object.entries<[seen: Observation, changes: Partial<Intent>, code: string]>({
      'URI-based overrides': [seeing(zone({ overrides: [override('o')] })), {}, 'waf.ineligible'],
      'a refusal without a reason': [
        seeing(tuned, { previous: { waf: tuned, isCompatible: false, equivalent: undefined } }),
        {},
        'waf.ineligible',
      ],
      'a plan without validation mode': [
        seeing(tuned, { zone: { name: '', plan: 'pro' } }),
        { target: 'validation' },
        'waf.needs_enterprise',
      ],
      'overrides to delete in an unknown plan': [
        seeing(zone({ overrides: [override('o')] }), { zone: undefined }),
        { target: 'validation', deletesUriOverrides: true },
        'waf.plan_unknown',
      ],
    }),
  )('fails for a zone with %s, or skips it', (_what, [seen, changes, code]) => {
    expect(codesOf(decide(seen, intent(changes), empty))).toEqual([code]);
    const skipped = decide(seen, intent({ ...changes, skipsIneligible: true }), empty);
    expect(codesOf(skipped)).toEqual([]);
    expect([kindsOf(skipped), skipped.skipped.map((each) => each.code)]).toEqual([[], [code]]);
  });

  it('deletes URI-based overrides after a backup, and decides again', () => {
    const seen = seeing(zone({ overrides: [override('o'), override('p')] }));
    expect(kindsOf(decide(seen, intent({ deletesUriOverrides: true }), empty))).toEqual([
      'save-backup',
      'delete-override',
      'delete-override',
      'decide-again',
    ]);
  });
});

/** A zone that the steps of decisions change, as the API does it. */
interface World {
  waf: PreviousWaf;
  state: string;
  rules: readonly Rule[] | undefined;
  memory: MigrationMemory;
}

const isProtected = ({ waf, state, rules }: World) =>
  (state !== 'complete' && judgeProtection(rulesFor(waf)).isProtected) ||
  judgeProtection(rules ?? []).isProtected;

function observeIn({ waf, state, rules }: World, alter: (rules: Rule[]) => Rule[]): Observation {
  return seeing(waf, {
    state,
    proposed: alter(rulesFor(waf)),
    entryPoint: rules === undefined ? undefined : entryPoint(rules),
    ...(state === 'complete' && { previous: undefined }),
  });
}

function take(step: Step, { rules, baseline }: Decision, world: World): void {
  if (step.kind === 'delete-override')
    world.waf = { ...world.waf, overrides: world.waf.overrides.filter(({ id }) => id !== step.override.id) };
  if (step.kind === 'redeploy' || step.kind === 'migrate') world.rules = rules;
  if (step.kind === 'migrate') {
    world.state = step.mode === 'validation' ? 'validation' : 'complete';
    world.memory = { ...world.memory, baseline };
  }
}

describe('the steps of decisions', () => {
  const runOf = fc.record({
    waf: previousWaf,
    alter: fc.constantFrom((rules: Rule[]) => rules, ...Object.values(alterations)),
    targets: fc.constantFrom(['complete'], ['validation', 'complete'], ['validation']),
    /** After how many steps each apply is interrupted, and whether its memory is lost with it. */
    interruptions: fc.array(fc.record({ after: fc.nat(4), forgets: fc.boolean() }), { maxLength: 4 }),
    skipsAll: fc.boolean(),
  });

  it('never leave a zone without a WAF that had one, wherever they are interrupted and whatever is proposed', () => {
    fc.assert(
      fc.property(runOf, ({ waf, alter, targets, interruptions, skipsAll }) => {
        const world: World = { waf, state: 'start', rules: undefined, memory: empty };
        const had = isProtected(world);
        const breaks = [...interruptions];
        const skips = skipsAll
          ? [{ expression: 'true', description: null, rule_ids: null, ruleset_id: null, enabled: true }]
          : [];
        for (const target of targets) {
          for (let tries = 0; tries < 8; tries += 1) {
            const pause = breaks.pop();
            const isDone = attempt(world, target, skips, alter, pause?.after ?? Infinity);
            if (pause?.forgets === true) world.memory = empty;
            if (isDone) break;
          }
        }
        return !had || isProtected(world);

        function attempt(
          into: World,
          target: string,
          given: Intent['skips'],
          altered: (rules: Rule[]) => Rule[],
          most: number,
        ): boolean {
          let left = most;
          for (;;) {
            const decision = decide(
              observeIn(into, altered),
              intent({ target, deletesUriOverrides: true, skips: given }),
              into.memory,
            );
            for (const step of decision.steps) {
              if (left <= 0) return false;
              left -= 1;
              take(step, decision, into);
              if (had && !isProtected(into)) return true;
            }
            if (!decision.steps.some(({ kind }) => kind === 'decide-again')) return true;
          }
        }
      }),
      { numRuns: runs(150) },
    );
  });

  it('reach the target of every eligible zone with an honest proposal, and then there is nothing left to do', () => {
    fc.assert(
      fc.property(previousWaf, fc.constantFrom('validation', 'complete'), (waf, target) => {
        const world: World = {
          waf: { ...waf, overrides: [] },
          state: 'start',
          rules: undefined,
          memory: empty,
        };
        const decision = decide(
          observeIn(world, (rules) => rules),
          intent({ target }),
          empty,
        );
        expect(codesOf(decision)).toEqual([]);
        for (const step of decision.steps) take(step, decision, world);
        expect(world.state).toBe(target);
        expect(
          kindsOf(
            decide(
              observeIn(world, (rules) => rules),
              intent({ target }),
              world.memory,
            ),
          ),
        ).toEqual([]);
      }),
      { numRuns: runs(100) },
    );
  });
});

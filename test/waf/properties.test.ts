import fc from 'fast-check';
import {
  countRulesToMigrate,
  describeLoss,
  findObstacles,
  isIncompatible,
  reportLosses,
  toMigrationConfiguration,
  type PageRule,
  type PreviousWaf,
} from '../../lib/waf';
import { evaluate, matchesPattern, type Request } from './expression';
import { pageRule, previousWaf, requestsFor } from './generated';
import { zone } from './zones';
import { runs } from '../support/exhaustive';

/** What the previous WAF did: the first active page rule that matches decides, or the zone where it says nothing. */
function wasOn({ setting, page_rules: rules }: PreviousWaf, asked: Request): boolean {
  const matching = rules.filter(
    ({ status, targets }) =>
      status === 'active' &&
      targets.length > 0 &&
      targets.every(({ constraint }) => matchesPattern(constraint.value, asked)),
  );
  const [first] = matching.sort((a, b) => b.priority - a.priority);
  return (first === undefined ? undefined : effectOf(first)) ?? setting === 'on';
}

function effectOf({ actions }: PageRule): boolean | undefined {
  if (actions.some(({ id }) => id === 'disable_security')) return false;
  const value = actions.find(({ id }) => id === 'waf')?.value;
  return value === undefined ? undefined : value === 'on';
}

/** What the new managed rules do: the first skip rule that matches, or else the managed ruleset if it is enabled. */
function isOn(waf: PreviousWaf, asked: Request): boolean {
  const rules = toMigrationConfiguration(waf).rules.filter(({ enabled }) => enabled);
  const first = rules.find(({ expression }) => evaluate(expression, asked));
  return first?.action === 'execute';
}

describe('for any page rules', () => {
  it('the new rules act on a request exactly if the previous ones did', () => {
    const cases = fc.array(pageRule, { minLength: 1, maxLength: 4 }).chain((page_rules) =>
      fc.record({
        setting: fc.constantFrom('on' as const, 'off' as const),
        page_rules: fc.constant(page_rules),
        requests: requestsFor(page_rules),
      }),
    );
    let differing = 0;
    fc.assert(
      fc.property(cases, ({ setting, page_rules, requests }) => {
        const waf = zone({ setting, page_rules });
        for (const each of requests) {
          expect(isOn(waf, each)).toBe(wasOn(waf, each));
          if (wasOn(waf, each) !== (setting === 'on')) differing += 1;
        }
      }),
      { numRuns: runs(350) },
    );
    // The cases are worth something only if page rules decide in many of them.
    expect(differing).toBeGreaterThan(300);
  });
});

describe('for any zone', () => {
  it('nothing throws', () => {
    fc.assert(
      fc.property(previousWaf, fc.constantFrom(1 as const, 2 as const), (waf, phase) => {
        findObstacles(waf, phase);
        toMigrationConfiguration(waf);
        reportLosses(waf);
      }),
    );
  });

  it('skip rules come before rules that execute rulesets', () => {
    fc.assert(
      fc.property(previousWaf, (waf) => {
        const actions = toMigrationConfiguration(waf).rules.map(({ action }) => action);
        expect(actions.lastIndexOf('skip')).toBeLessThan(
          actions.includes('execute') ? actions.indexOf('execute') : actions.length,
        );
      }),
    );
  });

  it('each rule to migrate becomes one rule', () => {
    fc.assert(
      fc.property(previousWaf, (waf) => {
        const { rules } = toMigrationConfiguration({ ...waf, page_rules: [] });
        expect(rules.filter(({ action }) => action === 'skip')).toHaveLength(countRulesToMigrate(waf));
      }),
    );
  });

  it('the first phase finds all that the second does', () => {
    fc.assert(
      fc.property(previousWaf, (waf) => {
        expect(findObstacles(waf, 1)).toEqual(expect.arrayContaining(findObstacles(waf, 2)));
        const isStopped = findObstacles(waf, 2).some(isIncompatible);
        expect(isStopped).toBe(waf.overrides.length > 0);
      }),
    );
  });

  it('the loss report is empty exactly if nothing is lost', () => {
    fc.assert(
      fc.property(previousWaf, (waf) => {
        expect(reportLosses(waf).length === 0).toBe(!hasSomethingToLose(waf));
      }),
      { numRuns: 500 },
    );
  });

  it('every kind of loss is reported once, on two lines', () => {
    fc.assert(
      fc.property(previousWaf, (waf) => {
        const losses = reportLosses(waf);
        for (const loss of losses) {
          expect(loss.ids.length).toBeGreaterThan(0);
          expect(describeLoss(loss).split('\n')).toEqual([
            expect.stringMatching(/: .+\.$/) as string,
            expect.stringMatching(/\.$/) as string,
          ]);
        }
        expect(new Set(losses.map(({ code }) => code)).size).toBe(losses.length);
      }),
    );
  });
});

function isWafAmong(products: readonly string[]): boolean {
  return products.includes('waf') && products.length > 1;
}

function isEnabling(rule: PageRule): boolean {
  return effectOf(rule) === true && rule.status === 'active' && rule.targets.length > 0;
}

function hasSomethingToLose(waf: PreviousWaf): boolean {
  const cores = waf.packages.filter((each) => each.detection_mode === 'anomaly');
  const managed = waf.packages.find(
    (each) => each.name === 'Cloudflare' && each.detection_mode === 'traditional',
  );
  return (
    waf.overrides.length > 0 ||
    waf.page_rules.some((rule) => effectOf(rule) !== undefined) ||
    (waf.setting === 'off' && !waf.page_rules.some(isEnabling)) ||
    waf.firewall_rules.some(({ action, products }) => action === 'bypass' && isWafAmong(products)) ||
    (managed?.groups.some(({ mode, default_mode: usual }) => mode !== usual) ?? false) ||
    cores.some(
      ({ sensitivity, groups, rules }) =>
        // Every sensitivity but off has another threshold in the new ruleset.
        sensitivity !== 'off' ||
        groups.some((group) => group.mode !== group.default_mode) ||
        rules.some(
          (rule) =>
            !['on', 'default', rule.default_mode].includes(rule.mode) &&
            !groups.some(({ id, mode }) => id === rule.group.id && mode === 'off'),
        ),
    ) ||
    waf.packages.some(
      (each) =>
        each !== managed &&
        !cores.includes(each) &&
        (each.rules.length > 0 || each.groups.some((group) => group.mode !== group.default_mode)),
    ) ||
    // A rule that challenges, though it did not come so, in a group that is not off.
    (managed?.rules.some(
      ({ mode, default_mode, group }) =>
        mode === 'challenge' &&
        default_mode !== 'challenge' &&
        managed.groups.filter(({ id }) => id === group.id).at(-1)?.mode !== 'off',
    ) ??
      false)
  );
}

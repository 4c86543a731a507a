import fc from 'fast-check';
import {
  rulesToMigrate,
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
  it('each rule to migrate becomes one rule', () => {
    fc.assert(
      fc.property(previousWaf, (waf) => {
        const { rules } = toMigrationConfiguration({ ...waf, page_rules: [] });
        expect(rules.filter(({ action }) => action === 'skip')).toHaveLength(rulesToMigrate(waf).length);
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

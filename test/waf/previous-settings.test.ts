import { describeFinding, judgePrevious, type PreviousSettings } from '../../lib/waf';
import { corePackage, group, managedPackage, wafRule, zone } from './zones';

/** A zone whose previous WAF is at its defaults, but for one rule. */
const waf = zone({
  packages: [
    managedPackage({
      groups: [group('g', { name: 'Shop' })],
      rules: [
        wafRule('r', { description: 'SQL injection' }),
        wafRule('tuned', { mode: 'simulate' }),
        wafRule('scores', { mode: 'on', allowed_modes: ['on', 'off'], default_mode: undefined }),
      ],
    }),
    corePackage({ id: 'core', sensitivity: 'high', action_mode: 'challenge' }),
  ],
});

const judge = (expected: PreviousSettings) => {
  const found = judgePrevious(expected, waf);
  return found === undefined ? undefined : `${found.code}: ${describeFinding(found)}`;
};

describe('the previous WAF of a zone', () => {
  it.each<[string, PreviousSettings]>([
    ['nothing', {}],
    [
      'what it is set to',
      { groups: { g: 'on' }, rules: { tuned: 'simulate' }, package_sensitivities: { core: 'high' } },
    ],
    ['the default of a rule by its name', { rules: { r: 'block', scores: 'default' } }],
    ['nulls, as a state has them', { groups: null, rules: null }],
  ])('is as expected if the expectation is %s', (_, expected) => {
    expect(judge(expected)).toBeUndefined();
  });

  it('was reset if all that differs is at its default: of packages, actions, groups and rules', () => {
    expect(
      judge({
        package_sensitivities: { core: 'low' },
        package_action_modes: { core: 'simulate' },
        groups: { g: 'off' },
        rules: { r: 'disable', tuned: 'simulate', scores: 'off' },
      }),
    ).toBe(
      'waf.previous_reset: 5 settings of the previous WAF at their defaults: ' +
        'sensitivity of package core ("OWASP ModSecurity Core Rule Set"): high, expected low; ' +
        'action mode of package core ("OWASP ModSecurity Core Rule Set"): challenge, expected simulate; ' +
        'group g ("Shop"): on, expected off; rule r ("SQL injection"): default, expected disable; ' +
        'rule scores: on, expected off',
    );
  });

  it('was changed if something that differs is not at its default', () => {
    expect(judge({ groups: { g: 'off' }, rules: { tuned: 'disable' } })).toBe(
      'waf.previous_changed: 2 settings of the previous WAF changed: group g ("Shop"): on, expected off; ' +
        'rule tuned: simulate, expected disable',
    );
  });

  it('that lacks what is expected is reported apart', () => {
    expect(judge({ package_action_modes: { p: 'block' }, groups: { x: 'off' } })).toBe(
      'waf.previous_changed: previous WAF without package p (expected block); group x (expected off)',
    );
    expect(judge({ groups: { g: 'off', x: 'on' } })).toBe(
      'waf.previous_reset: 1 setting of the previous WAF at its default: group g ("Shop"): on, expected off; ' +
        'previous WAF without group x (expected on)',
    );
  });
});

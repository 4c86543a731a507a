import { plural } from '../../../ground/words';
import type { PageRule, PreviousWaf, WafPackage } from '../../../waf';

/** Settings of the previous WAF, section by section. Defaults are only counted. */
export function describePreviousWaf(
  waf: PreviousWaf,
): readonly (readonly [title: string, lines: string[]])[] {
  const bypasses = waf.firewall_rules.filter(
    ({ action, products }) => action === 'bypass' && products.includes('waf'),
  );
  const sections: [title: string, lines: string[]][] = [
    ...waf.packages.map((each): [string, string[]] => [each.name, linesOfPackage(each)]),
    ['URI-based overrides', waf.overrides.map((each) => lineOf(each, each.urls.join(', '), each.paused))],
    [
      'Firewall rules with Bypass > WAF Managed Rules',
      bypasses.map((each) => lineOf(each, each.filter.expression, each.paused || each.filter.paused)),
    ],
    ['Page rules', waf.page_rules.flatMap(linesOfPageRule)],
  ];
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => [
      title,
      lines.length > mostLines
        ? [...lines.slice(0, mostLines), `and ${lines.length - mostLines} more`]
        : lines,
    ]);
}

const mostLines = 50;

interface Named {
  readonly id: string;
  readonly description: string;
}

function lineOf({ id, description }: Named, text: string, isPaused: boolean): string {
  return `${description === '' ? id : description}: ${text}${isPaused ? ' (paused)' : ''}`;
}

function linesOfPackage({
  detection_mode: mode,
  sensitivity = 'high',
  action_mode: action = 'challenge',
  groups,
  rules,
}: WafPackage): string[] {
  const off = groups.filter((group) => group.mode === 'off').length;
  const changedGroups = groups.filter((group) => group.mode !== group.default_mode);
  const changedRules = rules.filter((rule) => !['default', 'on', rule.default_mode].includes(rule.mode));
  return [
    ...(mode === 'anomaly' ? [`Sensitivity ${sensitivity}, action ${action}`] : []),
    `${plural(groups.length, 'group')}${off === 0 ? '' : `, ${off} of them off`}; ${plural(rules.length, 'rule')}`,
    ...changedGroups.map(({ name, mode: set }) => `Group ${name}: ${set}`),
    ...changedRules.map(
      ({ id, description, mode: set }) => `Rule ${description === '' ? id : description}: ${set}`,
    ),
  ];
}

function linesOfPageRule({ targets, actions, status }: PageRule): string[] {
  const urls = targets.map(({ constraint }) => constraint.value).join(' and ');
  const paused = status === 'active' ? '' : ' (disabled)';
  return actions.flatMap(({ id, value }) => {
    if (id === 'disable_security') return [`${urls}: Disable Security${paused}`];
    if (id !== 'waf') return [];
    return [`${urls}: Web Application Firewall ${value === 'on' ? 'On' : 'Off'}${paused}`];
  });
}

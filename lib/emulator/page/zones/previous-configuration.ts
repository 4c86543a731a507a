import { plural } from '../../../ground/words';
import type { PageRule, PreviousWaf, WafPackage } from '../../../waf';

/** Settings of the previous WAF, section by section. Defaults are only counted. */
export function describePreviousWaf(waf: PreviousWaf) {
  const bypasses = waf.firewall_rules.filter(
    ({ action, products }) => action === 'bypass' && products.includes('waf'),
  );
  const pageRules = waf.page_rules.flatMap((rule) => linesOfPageRule(rule));
  const sections = [
    ...waf.packages.map((each) => ({ title: each.name, lines: linesOfPackage(each) })),
    {
      title: 'URI-based overrides',
      lines: waf.overrides.map(
        ({ id, description, urls, paused }) =>
          `${description === '' ? id : description}: ${urls.join(', ')}${paused ? ' (paused)' : ''}`,
      ),
    },
    {
      title: 'Firewall rules with Bypass > WAF Managed Rules',
      lines: bypasses.map(
        ({ id, description, filter, paused }) =>
          `${description === '' ? id : description}: ${filter.expression}${paused || filter.paused ? ' (paused)' : ''}`,
      ),
    },
    { title: 'Page rules', lines: pageRules },
  ];
  return {
    isOn: waf.setting === 'on',
    sections: sections.flatMap(({ title, lines }) =>
      lines.length === 0 ? [] : [{ title, lines: cutLines(lines) }],
    ),
  };
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

function cutLines(lines: readonly string[]): string[] {
  const rest = lines.length - mostLines;
  return rest > 0 ? [...lines.slice(0, mostLines), `and ${rest} more`] : [...lines];
}

const mostLines = 50;

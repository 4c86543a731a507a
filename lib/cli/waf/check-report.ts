import type { Obstacle } from '../../waf';
import { alignColumns, hangText, printable, proseWidth, wrapProse } from '../columns';
import type { WafCheck } from './check';
import { isNewcomer, isSideBySide } from './zone';

/** For a person: the verdict, what it rests on, and what is in the way. */
export function tellCheck(check: WafCheck, terminal?: number): string {
  const width = proseWidth(terminal);
  const paragraph = (text: string) => wrapProse(text, width);
  const { obstacles, first_phase_obstacles: former } = check;
  const parts = [
    paragraph(verdictOn(check)),
    alignColumns(factsOf(check), terminal),
    ...obstacles.map((obstacle, at) => tellObstacle(obstacle, at, width)),
    paragraph(disagreementIn(check)),
    former.length === 0 || check.migration_state === 'validation' ? [] : tellFormer(former, width),
  ];
  return `${parts
    .filter((lines) => lines.some((line) => line !== ''))
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function tellObstacle(obstacle: Obstacle, at: number, width: number): string[] {
  const mark = `${at + 1}. `;
  const cure = [obstacle.cure, ...moreOn(obstacle)].join(' ');
  return [
    ...hangText(mark, printable(obstacle.reason), width),
    ...hangText(' '.repeat(mark.length), `Cure: ${cure}`, width),
  ];
}

function tellFormer(obstacles: readonly Obstacle[], width: number): string[] {
  const head =
    'In its first phase, until 2022-09-19, the migration did not take zones with what follows. It takes them now:';
  return [
    ...wrapProse(head, width),
    ...obstacles.flatMap(({ kind, ids }) =>
      hangText('- ', `${formerly[kind]}${ids.length > 1 ? ` (${ids.length})` : ''}`, width),
    ),
  ];
}

/** Each in a few words: it is of interest to those who remember that their zone was refused. */
const formerly: Readonly<Record<Obstacle['kind'], string>> = {
  'uri-override': 'URI-based overrides',
  'core-rule-set-on': 'the old core rule set switched on',
  'bypass-rule': 'firewall rules with Bypass > WAF Managed Rules',
  'page-rule': 'page rules with Disable Security or Web Application Firewall: Off or On',
  'too-many-rules': 'too many firewall rules',
  'rule-too-long': 'expressions that are too long',
};

function verdictOn(check: WafCheck): string {
  const { zone_id: id, can_migrate: can, migration_state: state } = check;
  if (isNewcomer(check))
    return `Zone ${id} never had the previous managed rules: there is nothing to migrate.`;
  if (can === null)
    return `Zone ${id} is migrated: it has the new managed rules only, and there is no way back.`;
  if (state === 'validation')
    return `Zone ${id} is in validation mode: it has both versions, the new one first. ${can ? 'Nothing keeps it from the end of the migration.' : 'The migration cannot be completed as the zone is.'}`;
  const both = isSideBySide(check)
    ? ' Both versions are enabled: a migration is being handed over, or new managed rules were deployed without one.'
    : '';
  return `Zone ${id} ${can ? 'can' : 'cannot'} be migrated${can ? '' : ' as it is'}.${both}`;
}

function factsOf({ service, rules_to_migrate: rules, ...check }: WafCheck): string[][] {
  return [
    ['Migration state', check.migration_state],
    ['Previous managed rules', check.old_waf_status],
    ['New managed rules', check.new_waf_status],
    ...(rules === null ? [] : [['Firewall rules to migrate', `${rules.count} of at most ${rules.limit}`]]),
    ...(service === null
      ? []
      : [['The service’s own check', service.compatible ? 'compatible' : 'not compatible']]),
  ].map(([name = '', value = '']) => [name, value === '' ? '-' : printable(value)]);
}

function moreOn({ kind, ids, reason }: Obstacle): string[] {
  return [
    ...(kind === 'uri-override'
      ? ['"edge-platform waf report" writes it; WafMigration deletes them with deleteUriOverrides.']
      : []),
    ...(ids.every((id) => reason.includes(id)) ? [] : ['--json has all the ids.']),
  ];
}

function disagreementIn({ service, obstacles }: WafCheck): string {
  if (service === null) return '';
  const isRefusal = obstacles.some((each) => each.fails_check);
  if (!service.compatible && !isRefusal)
    return 'The service says that the zone is not compatible, for a reason that is not known here. See Security > WAF > Managed rules in the dashboard, or contact support.';
  if (service.compatible && isRefusal)
    return 'The service says that the zone is compatible all the same. Check again: somebody may be changing it just now.';
  if (service.compatible && obstacles.length > 0)
    return 'The service says compatible since its check knows no limits; the migration itself would fail.';
  return '';
}

import type { Rule } from '../../../client';
import { diagnosticKinds, type FindingKind } from '../../../ground/findings';
import { plural } from '../../../ground/words';
import { describeDeployment } from '../../../waf';
import type { RuleOverride } from '../entry-point';
import { reasonOf, type Barrier } from './barriers';
import { inZone, nameZone, type Subject } from './kind';

const about = diagnosticKinds<Subject>;

export const effectKinds = {
  /** The barriers are those of an error, which `on_ineligible` turns into this. */
  skipped: about('on_ineligible').warning<{ barriers: readonly Barrier[] }>({
    meaning: 'one of the last three, with `on_ineligible = "skip"`',
    headline: inZone('skipped, not eligible'),
    detail: ({ barriers }, subject) =>
      `${barriers.map((each) => reasonOf(each, subject)).join('\n')}\nThe zone keeps the previous managed rules. The ` +
      'next apply tries again.',
  }),
  deletes_uri_overrides: about('delete_uri_overrides').warning<{
    ids: readonly string[];
    backupPath: string | undefined;
  }>({
    meaning: 'the apply deletes URI-based overrides first',
    headline: ({ ids }, subject) =>
      `${nameZone(subject)}: deletes ${plural(ids.length, 'URI-based WAF override')}`,
    detail: ({ ids, backupPath }) => [
      `${ids.join(', ')}: a zone with URI-based overrides cannot be migrated, and \`delete_uri_overrides\` ` +
        '(`deleteUriOverrides`) is set. The deletion is irreversible.',
      recordsOf(backupPath),
    ],
  }),
  overrides_adopted: about('rule_overrides').warning<{ overrides: readonly RuleOverride[] }>({
    meaning: 'configured overrides that the zone has already, with an unknown original',
    headline: inZone('existing overrides are adopted'),
    detail: ({ overrides }) => {
      const names = overrides.map(({ rule_id: rule, ruleset_id: ruleset }) => `${rule} of ${ruleset}`);
      return (
        `The zone already overrides ${names.join(', ')}, and the values that the migration set cannot be determined. If you remove ` +
        'one from `rule_overrides` (`ruleOverrides`) later, its rule returns to the default of its ruleset.'
      );
    },
  }),
  ruleset_not_deployed: about('rule_overrides').error<{ ids: readonly string[] }>({
    meaning: 'overrides of a managed ruleset that the zone does not execute',
    headline: inZone('managed ruleset not deployed'),
    detail: ({ ids }) =>
      `The zone does not execute the managed ruleset ${ids.join(', ')}, so its rules cannot be overridden. Deploy it ` +
      'first, or remove the overrides.',
  }),
  /** With the rules that the apply restores, if there are any. */
  not_protected: about('zone_id').warning<{ restored?: readonly Rule[] }>({
    meaning: 'the zone executes no managed ruleset, whatever its status says',
    headline: inZone('not protected by managed rules'),
    detail: ({ restored }) => [
      'Whatever its status says, no request to the zone reaches an enabled managed ruleset.',
      restored === undefined
        ? 'Deploy one in the dashboard (Security > WAF > Managed rules), and import the zone again.'
        : `The apply ${describeDeploys(restored)}.`,
    ],
  }),
};

type Note = FindingKind<{ readonly severity: 'info'; readonly rules: readonly Rule[] }, undefined, string>;

export const noteKinds = {
  rules_kept: note('rules of the existing entry point that stay beside the migrated ones', 'keeps'),
  rules_added: note(
    'rules for changes of the previous configuration since validation mode began',
    'adds, since validation mode began,',
  ),
};

function note(meaning: string, verb: string): Note {
  const describe: Note['describe'] = ({ rules }) => `${verb} ${describeDeployment(rules).join('; ')}`;
  return { severity: 'info', meaning, describe };
}

/** `deploys 1. skip …; 2. execute …` */
export function describeDeploys(rules: readonly Rule[]): string {
  return `deploys ${describeDeployment(rules)
    .map((line, at) => `${at + 1}. ${line}`)
    .join('; ')}`;
}

export function recordsOf(backupPath: string | undefined): string {
  return backupPath === undefined
    ? '`status.loss_report` keeps what each override did, and `status.backup` the overrides themselves.'
    : `The file ${backupPath} keeps them, as all of the previous configuration.`;
}

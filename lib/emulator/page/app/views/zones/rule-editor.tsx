import { CheckField } from '../../components/field';
import type { ManagedRule } from '../../../model/zones';
import { executedId, setEnabled } from './draft';
import { OverrideEditor } from './override-editor';
import type { DraftProps } from './use-draft';

interface RuleEditorProps extends DraftProps {
  /** What each rule does, in order. */
  readonly texts: readonly string[];
}

/** The rules of a configuration in order, each to be enabled, and each rule of its ruleset to be overridden. */
export function RuleEditor({ zone, draft, texts }: RuleEditorProps) {
  if (draft.rules.length === 0) return <p>No rules are deployed.</p>;
  return (
    <ol class="plain-list ruled rules">
      {draft.rules.map((rule, index) => {
        const ruleset = zone.rulesets.find(({ id }) => id === executedId(rule));
        const name = nameOf(rule, ruleset?.name);
        return (
          <li key={index}>
            <CheckField
              label={<b>{name}</b>}
              isChecked={rule.enabled}
              onCheck={(isChecked) => draft.change((rules) => setEnabled(rules, index, isChecked))}
            />
            <p class="effect muted">{texts[index]}</p>
            {executedId(rule) !== undefined && (
              <OverrideEditor
                rule={rule}
                index={index}
                name={name}
                known={ruleset?.rules ?? []}
                draft={draft}
              />
            )}
          </li>
        );
      })}
    </ol>
  );
}

function nameOf(rule: ManagedRule, ruleset: string | undefined): string {
  if (ruleset !== undefined) return ruleset;
  return rule.description === '' ? `${rule.action} rule` : rule.description;
}

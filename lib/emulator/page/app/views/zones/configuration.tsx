import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../../../../ground/words';
import type { Judgement, ManagedRule, ZoneDetail, ShownFinding } from '../../../model/zones';
import { control } from '../../api';
import { Card, Problem, Badge, type Tone } from '../../components/content';
import type { DraftProps } from './use-draft';
import { CheckField } from '../../components/field';
import { executedId, setEnabled } from './draft';
import { OverrideEditor } from './override-editor';

interface ConfigurationProps extends DraftProps {
  /** Heading of the rules on the right. */
  readonly title: string;
}

/** The previous configuration beside the new one, which can be adjusted, and what is found about it. */
export function Configuration({ zone, draft, title }: ConfigurationProps) {
  const { judgement, error } = useJudgement(zone, draft.rules);
  const { previous } = zone;
  return (
    <>
      <div class="columns">
        {previous !== undefined && (
          <Card title="Previous configuration" level={3}>
            <p>{previous.isOn ? 'The previous WAF is on.' : 'The previous WAF is off.'}</p>
            {previous.sections.map((section) => (
              <div key={section.title}>
                <h4>{section.title}</h4>
                <ul>
                  {section.lines.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </div>
            ))}
          </Card>
        )}
        <Card title={title} level={3}>
          {draft.isChanged && (
            <p class="notice warning row apart" role="status">
              {draft.isOutdated
                ? 'Adjustments are not saved, and the configuration has changed since you began. Saving replaces it.'
                : 'Adjustments are not saved.'}
              <button type="button" onClick={draft.discard}>
                Discard adjustments
              </button>
            </p>
          )}
          <RuleEditor zone={zone} draft={draft} texts={judgement?.rules ?? []} />
        </Card>
      </div>
      <Problem text={error} />
      {judgement !== undefined && <Findings judgement={judgement} isCompared={previous !== undefined} />}
    </>
  );
}

interface JudgementState {
  /** Findings about the newest rules that were judged; undefined until the first reply. */
  readonly judgement?: Judgement;
  readonly error?: string;
}

/** Asks the emulator for findings about adjusted rules, without saving them. */
function useJudgement(zone: ZoneDetail, rules: readonly ManagedRule[]): JudgementState {
  const [state, setState] = useState<JudgementState>({});
  const body = JSON.stringify(rules);
  useEffect(() => {
    let isNewest = true;
    control('POST', `/zones/${zone.id}/waf-findings`, { rules }).then(
      (judgement) => {
        if (isNewest) setState({ judgement: judgement as Judgement });
      },
      (error: unknown) => {
        if (isNewest)
          setState((before) => ({
            ...before,
            error: messageOf(error),
          }));
      },
    );
    return () => {
      isNewest = false;
    };
    // The previous WAF may have changed too: then the zone was read again.
  }, [body, zone]);
  return state;
}

const tones: Readonly<Record<ShownFinding['severity'], readonly [Tone, string]>> = {
  error: ['bad', 'Error'],
  warning: ['warning', 'Warning'],
  info: ['neutral', 'Note'],
};

interface FindingsProps {
  readonly judgement: Judgement;
  /** Whether there is a previous configuration to compare with. */
  readonly isCompared: boolean;
}

/** In the words of `edge-platform waf`. */
function Findings({ judgement: { findings, losses }, isCompared }: FindingsProps) {
  return (
    <Card title="Findings" level={3} class="card findings">
      {findings.length === 0 ? (
        <p>
          {isCompared
            ? losses.length === 0
              ? 'The zone is protected, and the new configuration is equivalent to the previous one.'
              : 'The zone is protected, and the new configuration is equivalent to the previous one, apart from what does not carry over.'
            : 'The zone is protected by managed rules.'}
        </p>
      ) : (
        <List items={findings} />
      )}
      {losses.length > 0 && (
        <>
          <h4>Does not carry over</h4>
          <List items={losses} />
        </>
      )}
    </Card>
  );
}

function List({ items }: { readonly items: readonly ShownFinding[] }) {
  return (
    <ul>
      {items.map(({ code, severity, text, explanation }) => {
        const [tone, word] = tones[severity];
        return (
          <li key={code + text}>
            <Badge tone={tone}>{word}</Badge> {text} <code class="muted">{code}</code>
            {explanation !== undefined && <p class="muted">{explanation}</p>}
          </li>
        );
      })}
    </ul>
  );
}

interface RuleEditorProps extends DraftProps {
  /** The effect of each rule, in order. */
  readonly texts: readonly string[];
}

/** The rules of a configuration in order, each to be enabled, and each rule of its ruleset to be overridden. */
function RuleEditor({ zone, draft, texts }: RuleEditorProps) {
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

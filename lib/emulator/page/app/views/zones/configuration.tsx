import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../../../../ground/words';
import type { Judgement, ManagedRule, ZoneDetail } from '../../../model/zones';
import { control } from '../../api';
import { Problem } from '../../components/problem';
import { Findings } from './findings';
import { RuleEditor } from './rule-editor';
import type { DraftProps } from './use-draft';

interface ConfigurationProps extends DraftProps {
  /** What the rules on the right are. */
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
          <section class="card" aria-labelledby="previous-configuration">
            <h3 id="previous-configuration">Previous configuration</h3>
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
          </section>
        )}
        <section class="card" aria-labelledby="new-configuration">
          <h3 id="new-configuration">{title}</h3>
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
        </section>
      </div>
      <Problem text={error} />
      {judgement !== undefined && <Findings judgement={judgement} isCompared={previous !== undefined} />}
    </>
  );
}

interface JudgementState {
  /** Of the newest rules that were judged; undefined until the first reply. */
  readonly judgement?: Judgement;
  readonly error?: string;
}

/** What the emulator finds about rules as they are adjusted, without saving them. */
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

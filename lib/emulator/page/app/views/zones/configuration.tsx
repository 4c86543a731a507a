import { Problem } from '../../components/problem';
import { Findings } from './findings';
import { RuleEditor } from './rule-editor';
import type { DraftProps } from './use-draft';
import { useJudgement } from './use-judgement';

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

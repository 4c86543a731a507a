import { Badge, type Tone } from '../../components/badge';
import type { Judgement, ShownFinding } from '../../../model/zones';

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
export function Findings({ judgement: { findings, losses }, isCompared }: FindingsProps) {
  return (
    <section class="card findings" aria-labelledby="findings">
      <h3 id="findings">Findings</h3>
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
    </section>
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

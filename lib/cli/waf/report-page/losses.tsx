import { explainLoss, headOfLoss } from '../../../waf';
import { Badge, Code, Name, Section, type Tone } from '../../html/parts';
import type { WafLosses } from '../losses';
import { placeOf } from '../losses-report';
import type { ReportedLoss } from '../replacements';
import { replacementAsCode } from '../snippet';

/** Each kind of loss with its reason and all its objects, and the code that replaces them. */
export function Losses({ report }: { readonly report: WafLosses }) {
  const { losses, notes, snippet } = report;
  const codes = [...new Set(losses.map(({ code }) => code))];
  return (
    <>
      <Section id="losses" title="What is lost">
        {losses.length === 0 ? <p>The migration loses nothing.</p> : null}
        {codes.map((code) => (
          <Kind key={code} code={code} losses={losses.filter((each) => each.code === code)} />
        ))}
      </Section>
      {notes.length === 0 ? null : (
        <Section id="notes" title="Notes">
          <ul>
            {notes.map((note) => (
              <li key={note}>
                <Name text={note} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {losses.length === 0 ? null : (
        <Section id="replacements" title="Replacements">
          {snippet === null ? (
            <p>There is no code to paste.</p>
          ) : (
            <>
              <p>Replacements, to paste into a stack:</p>
              <Code code={snippet} />
            </>
          )}
        </Section>
      )}
    </>
  );
}

function Kind({
  code,
  losses,
}: {
  readonly code: ReportedLoss['code'];
  readonly losses: readonly ReportedLoss[];
}) {
  return (
    <>
      <h3>
        {headOfLoss(code, losses.length)} <code>{code}</code>
      </h3>
      <p>{explainLoss({ code })}</p>
      <ul class="items">
        {losses.map((loss, at) => (
          <Item key={at} loss={loss} />
        ))}
      </ul>
    </>
  );
}

function Item({ loss }: { readonly loss: ReportedLoss }) {
  const { what, instead, replacement } = loss;
  const place = placeOf(loss);
  return (
    <li>
      <Name text={what} /> <Badge tone={toneOf(instead)}>{place === '' ? 'no replacement' : place}</Badge>
      {replacement === null || instead === 'migration' ? null : (
        <Code code={replacementAsCode(replacement)} />
      )}
    </li>
  );
}

function toneOf(instead: ReportedLoss['instead']): Tone {
  if (instead === null) return 'bad';
  return instead === 'by hand' ? 'warning' : 'good';
}

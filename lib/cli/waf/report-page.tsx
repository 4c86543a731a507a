import { explainLoss, headOfLoss } from '../../waf';
import type { PageSource } from '../html/page-file';
import { Badge, Code, Facts, Id, List, Name, Names, Notice, Section, Time, type Tone } from '../html/parts';
import { renderPage } from '../html/render';
import { disagreementIn, factsOf, fixFor, formatVerdict, namesAllIds } from './check-report';
import type { ReportedFinding, WafCheck } from './check';
import { isWhole, type WafLosses } from './losses';
import { formatSummary, headsOfDeployment, placeOf } from './losses-report';
import type { ReportedLoss } from './replacements';
import { replacementAsCode } from './snippet';

interface WafReportPage {
  readonly check: WafCheck;
  /** Undefined for a migrated zone, whose previous WAF can no longer be read. */
  readonly losses: WafLosses | undefined;
  /** Empty where the credentials cannot read it. */
  readonly plan: string;
}

/** What the migration of a zone deploys and loses, as a page for a change request. */
export function renderWafReport({
  check,
  losses,
  plan,
  baseUrl,
  readAt,
}: WafReportPage & PageSource): string {
  const { zone_id: id, zone_name: name, can_migrate: can, protection } = check;
  const isBad = can === false || protection?.is_protected === false;
  const deployment = losses?.deployment ?? null;
  return renderPage({
    title: `WAF migration of ${name === '' ? id : name}`,
    command: 'edge-platform waf report',
    readAt,
    orientation: 'portrait',
    children: (
      <>
        <Notice tone={isBad ? 'bad' : 'good'} texts={[formatVerdict(check)]} />
        {losses === undefined ? null : (
          <Notice tone={isWhole(losses) ? 'good' : 'warning'} texts={[formatSummary(losses)]} />
        )}
        <Facts
          facts={[
            ['Zone ID', <Id id={id} />],
            ['Plan', plan === '' ? 'cannot be read with these credentials' : plan],
            ...factsOf(check).map(([label = '', value = '']) => [label, value] as const),
            ['API', baseUrl],
            ['Read at', <Time at={readAt} />],
          ]}
        />
        {can === null ? null : <Obstacles check={check} />}
        {deployment === null ? null : (
          <Section id="deployment" title="What the migration deploys">
            <p>{headsOfDeployment[deployment.source]}</p>
            <Rules rules={deployment.rules} />
            {deployment.differences.length === 0 ? null : (
              <>
                <h3>Differences from the previous WAF:</h3>
                <Findings findings={deployment.differences} />
              </>
            )}
          </Section>
        )}
        {protection === null ? null : (
          <Section id="deployed" title="What is deployed now">
            <Findings findings={protection.findings} />
            <p>Deployed rules, in order:</p>
            <Rules rules={protection.rules} />
          </Section>
        )}
        {losses === undefined || deployment === null ? null : <Losses report={losses} />}
      </>
    ),
  });
}

/** What blocks the migration, each with its fix and all its objects. */
function Obstacles({ check }: { readonly check: WafCheck }) {
  const { obstacles } = check;
  const disagreement = disagreementIn(check);
  return (
    <Section id="obstacles" title="What blocks the migration">
      {obstacles.length === 0 ? <p>None of the known obstacles.</p> : null}
      <ol class="items">
        {obstacles.map((obstacle) => (
          <li key={obstacle.kind}>
            <p>
              <Name text={obstacle.reason} />
            </p>
            <p>
              <strong>Fix:</strong> <Name text={fixFor(obstacle)} />
            </p>
            {namesAllIds(obstacle) ? null : (
              <div>
                All {obstacle.ids.length} IDs: <Names names={obstacle.ids} />
              </div>
            )}
          </li>
        ))}
      </ol>
      {disagreement === '' ? null : <Notice tone="warning" texts={[disagreement]} />}
    </Section>
  );
}

function Rules({ rules }: { readonly rules: readonly string[] }) {
  return rules.length === 0 ? <p>none</p> : <List as="ol" texts={rules} />;
}

const tones: Readonly<Record<ReportedFinding['severity'], Tone>> = {
  error: 'bad',
  warning: 'warning',
  info: 'plain',
};

function Findings({ findings }: { readonly findings: readonly ReportedFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <ul>
      {findings.map(({ code, severity, text }, at) => (
        <li key={at}>
          <Badge tone={tones[severity]}>{severity}</Badge> <Name text={text} /> <code>{code}</code>
        </li>
      ))}
    </ul>
  );
}

/** Each kind of loss with its reason and all its objects, and the code that replaces them. */
function Losses({ report: { losses, notes, snippet } }: { readonly report: WafLosses }) {
  const codes = [...new Set(losses.map(({ code }) => code))];
  const ofCode = (code: ReportedLoss['code']) => losses.filter((each) => each.code === code);
  return (
    <>
      <Section id="losses" title="What is lost">
        {losses.length === 0 ? <p>The migration loses nothing.</p> : null}
        {codes.map((code) => (
          <>
            <h3>
              {headOfLoss(code, ofCode(code).length)} <code>{code}</code>
            </h3>
            <p>{explainLoss({ code })}</p>
            <ul class="items">{ofCode(code).map(lossItem)}</ul>
          </>
        ))}
      </Section>
      {notes.length === 0 ? null : (
        <Section id="notes" title="Notes">
          <List texts={notes} />
        </Section>
      )}
      {losses.length === 0 ? null : (
        <Section id="replacements" title="Replacements">
          <p>{snippet === null ? 'There is no code to paste.' : 'Replacements, to paste into a stack:'}</p>
          {snippet === null ? null : <Code code={snippet} />}
        </Section>
      )}
    </>
  );
}

function lossItem(loss: ReportedLoss, at: number) {
  const { what, instead, replacement } = loss;
  const place = placeOf(loss);
  return (
    <li key={at}>
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

import { Badge, Name, Section, type Tone } from '../../html/parts';
import type { CheckedProtection } from '../check';
import type { ReportedFinding } from '../finding';
import type { ReportedDeployment } from '../losses';
import { headsOfDeployment } from '../losses-report';

/** What the migration deploys, and how it differs from the previous WAF. */
export function Deployment({ deployment }: { readonly deployment: ReportedDeployment }) {
  const { source, rules, differences } = deployment;
  return (
    <Section id="deployment" title="What the migration deploys">
      <p>{headsOfDeployment[source]}</p>
      <Rules rules={rules} />
      {differences.length === 0 ? null : (
        <>
          <h3>Differences from the previous WAF:</h3>
          <Findings findings={differences} />
        </>
      )}
    </Section>
  );
}

/** What is deployed now, in zones with new managed rules. */
export function Deployed({ protection }: { readonly protection: CheckedProtection }) {
  const { rules, findings } = protection;
  return (
    <Section id="deployed" title="What is deployed now">
      <Findings findings={findings} />
      <p>Deployed rules, in order:</p>
      <Rules rules={rules} />
    </Section>
  );
}

function Rules({ rules }: { readonly rules: readonly string[] }) {
  if (rules.length === 0) return <p>none</p>;
  return (
    <ol>
      {rules.map((rule, at) => (
        <li key={at}>
          <Name text={rule} />
        </li>
      ))}
    </ol>
  );
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

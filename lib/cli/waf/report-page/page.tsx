import { Facts, Id, Notice, Time } from '../../html/parts';
import { renderPage } from '../../html/render';
import type { WafCheck } from '../check';
import { factsOf, formatVerdict } from '../check-report';
import { isWhole, type WafLosses } from '../losses';
import { formatSummary } from '../losses-report';
import { Deployed, Deployment } from './deployment';
import { Losses } from './losses';
import { Obstacles } from './obstacles';

/** What the page of a zone shows. */
export interface WafReportPage {
  readonly check: WafCheck;
  /** Undefined for a migrated zone, whose previous WAF can no longer be read. */
  readonly losses: WafLosses | undefined;
  /** Empty where the credentials cannot read it. */
  readonly plan: string;
  /** The API endpoint. */
  readonly baseUrl: string;
  /** ISO 8601, UTC. */
  readonly readAt: string;
}

/** What the migration of a zone deploys and loses, as a page for a change request. */
export function renderWafReport({ check, losses, plan, baseUrl, readAt }: WafReportPage): string {
  const { zone_id: id, zone_name: name, can_migrate: can, protection } = check;
  const isBad = can === false || protection?.is_protected === false;
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
        <Obstacles check={check} />
        {losses?.deployment === undefined || losses.deployment === null ? null : (
          <Deployment deployment={losses.deployment} />
        )}
        {check.protection === null ? null : <Deployed protection={check.protection} />}
        {losses === undefined || losses.deployment === null ? null : <Losses report={losses} />}
      </>
    ),
  });
}

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { auditPools, type PoolsAudit } from '../../../lib/cli/pools/audit';
import { renderAudit } from '../../../lib/cli/pools/audit-page';
import { formatSummary as summarizePools } from '../../../lib/cli/pools/text';
import { checkObserved } from '../../../lib/cli/waf/check';
import { formatVerdict } from '../../../lib/cli/waf/check-report';
import { lossesOf } from '../../../lib/cli/waf/losses';
import { formatSummary } from '../../../lib/cli/waf/losses-report';
import { renderWafReport } from '../../../lib/cli/waf/report-page';
import {
  explainLoss,
  judgeConfiguration,
  toMigrationConfiguration,
  type PreviousWaf,
} from '../../../lib/waf';
import { healthAlertType, describeEvent } from '../../../lib/pools';
import { previousWaf } from '../../waf/generated';
import { attributesOf, codeOf, elementsOf, oneLine, textOf } from './read-page';

const at = { baseUrl: 'https://api.example.com/client/v4', readAt: '2026-01-02T03:04:05.678Z' };

const hostile = [
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  `" onmouseover="alert(1)" x='`,
  '</style></title><!-- ',
  'a\u0000b\u001b[31m\u007f\u0085c',
  '\u202etxt.exe\u2066 \u200e\ufeff',
  '&lt;b&gt; &amp; ]]>',
  '${x} %{ if }',
  '\ud800 lone',
];
const text = fc.oneof(
  fc.constantFrom(...hostile),
  fc.tuple(fc.constantFrom(...hostile), fc.string({ unit: 'grapheme' })).map(([a, b]) => b + a),
  fc.constantFrom('primary', 'Ünïcode', 'ops@example.com'),
);

/** The page of a zone, and what it must show. */
function wafPage(waf: PreviousWaf, name: string) {
  const { rules } = toMigrationConfiguration(waf);
  const status = {
    migration_state: 'start',
    old_waf_status: 'enabled',
    new_waf_status: 'enabled',
  } as const;
  const zone = { zoneId: '1'.repeat(32), zoneName: name, state: 'start', plan: 'pro' };
  // A rule of the entry point that the migration replaces.
  const existing = {
    id: 'f'.repeat(32),
    action: 'execute',
    expression: 'true',
    description: name,
    enabled: true,
  };
  const losses = lossesOf(zone, waf, [existing], {
    source: 'service',
    rules,
    findings: judgeConfiguration([], rules),
  });
  const check = checkObserved(
    { zoneId: zone.zoneId, status, previous: { waf, isCompatible: true }, entryPoint: { rules } },
    name,
  );
  return { html: renderWafReport({ check, losses, plan: zone.plan, ...at }), losses, check };
}

/** The same zone with hostile texts wherever people write them. */
const hostileWaf = fc.tuple(previousWaf, text).map(([waf, name]): PreviousWaf => {
  const renamed = <T extends object>(items: readonly T[]) =>
    items.map((each) => ({ ...each, description: name }));
  return {
    ...waf,
    overrides: renamed(waf.overrides),
    firewall_rules: renamed(waf.firewall_rules),
    packages: waf.packages.map((each) => ({
      ...each,
      groups: each.groups.map((group) => ({ ...group, name })),
      rules: renamed(each.rules),
    })),
  };
});

/** An account with few pools, policies and addresses, so that they meet. */
const account = fc
  .record({
    names: fc.array(text, { maxLength: 6 }),
    emails: fc.array(fc.constantFrom('', ' ', 'a@b.com', 'a@b.com, c@d.com', '<img@x.com', ...hostile), {
      minLength: 6,
      maxLength: 6,
    }),
    policies: fc.array(
      fc.record({
        name: text,
        enabled: fc.boolean(),
        address: fc.constantFrom('a@b.com', 'c@d.com', '<img@x.com'),
        pools: fc.subarray(['p0', 'p1', 'p2', 'p3', 'p4', 'p5']),
        health: fc.subarray(['Healthy', 'Unhealthy']),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ names, emails, policies }): PoolsAudit =>
    auditPools(
      { id: 'a'.repeat(32), name: names[0] ?? '' },
      names.map((name, each) => ({
        id: `p${each}`,
        name,
        notification_email: emails[each] ?? '',
        notification_filter: null,
      })),
      policies.map(({ name, enabled, address, pools, health }, each) => ({
        id: `policy-${each}`,
        name,
        enabled,
        alert_type: healthAlertType,
        mechanisms: { email: [{ id: address }] },
        filters: { pool_id: pools, new_health: health, event_source: ['pool', 'origin'] },
      })),
      { webhooks: new Set(), pagerduty: new Set() },
    ),
  );

const auditPage = (audit: PoolsAudit, services: readonly string[] = []) =>
  renderAudit({ audit, recipients: new Map(audit.policies.map(({ id }) => [id, services])), ...at });

describe('the page of a zone', () => {
  it('has every finding of the document, in the words of the command', () => {
    fc.assert(
      fc.property(hostileWaf, text, (waf, name) => {
        const { html, losses, check } = wafPage(waf, name);
        const page = textOf(html);
        const rules = [losses.deployment.rules, check.protection?.rules ?? []].flat();
        const findings = [losses.deployment.differences, check.protection?.findings ?? []].flat();
        for (const each of [
          formatVerdict(check),
          formatSummary(losses),
          losses.zone_id,
          ...losses.losses.flatMap((loss) => [loss.what, loss.code, explainLoss(loss)]),
          ...losses.notes,
          ...check.obstacles.flatMap(({ reason, cure, ids }) => [reason, cure, ...ids]),
          ...rules,
          ...findings.flatMap(({ text: words, code, severity }) => [words, code, severity]),
        ])
          expect(page).toContain(oneLine(each));
        if (losses.snippet !== null) expect(codeOf(html)).toContain(losses.snippet.trimEnd());
      }),
    );
  });

  it('has the code of each replacement that is not migrated', () => {
    fc.assert(
      fc.property(previousWaf, (waf) => {
        const { html, losses } = wafPage(waf, 'example.com');
        const shown = losses.losses.filter(
          ({ instead, replacement }) => replacement !== null && instead !== 'migration',
        );
        expect(codeOf(html)).toHaveLength(shown.length + (losses.snippet === null ? 0 : 1));
      }),
    );
  });
});

describe('the page of an account', () => {
  it('has every pool, policy and address of the document', () => {
    fc.assert(
      fc.property(account, (audit) => {
        const page = textOf(auditPage(audit, ['webhook chat']));
        for (const each of [
          ...summarizePools(audit.summary),
          audit.account_id,
          ...audit.pools.flatMap((pool) => [
            pool.name,
            pool.id,
            ...pool.recipients,
            ...pool.covered_by.map(({ name }) => name),
            ...pool.unnotified.map(({ address }) => address),
            ...(pool.uncovered.length === 4 ? ['all events'] : pool.uncovered.map(describeEvent)),
          ]),
          ...audit.policies.flatMap(({ name, email_addresses: addresses }) => [
            name,
            ...addresses,
            'webhook chat',
          ]),
          ...audit.disregarded_policies.flatMap(({ name, reason }) => [name, reason]),
        ])
          expect(page).toContain(oneLine(each));
      }),
    );
  });
});

describe('a page', () => {
  const pages = fc.oneof(
    fc.tuple(hostileWaf, text).map(([waf, name]) => wafPage(waf, name).html),
    fc.tuple(account, text).map(([audit, service]) => auditPage(audit, [service])),
  );

  it('has no other elements and attributes than its own, whatever the API returns', () => {
    fc.assert(
      fc.property(pages, (html) => {
        const known = new Set(
          'html head meta title style body main footer h1 h2 h3 section p div dl dt dd ul ol li table caption thead tbody tr th td details summary a bdi code pre span strong time'.split(
            ' ',
          ),
        );
        expect([...elementsOf(html)].filter((name) => !known.has(name))).toEqual([]);
        const attributes =
          'lang charset http-equiv content name class id aria-labelledby href datetime scope data-label open'.split(
            ' ',
          );
        const own = html.replace(/<style>.*<\/style>/s, '<style></style>');
        expect([...attributesOf(own)].filter((name) => !attributes.includes(name))).toEqual([]);
      }),
    );
  });

  it('has no character that a reader cannot see', () => {
    fc.assert(
      fc.property(pages, (html) => {
        expect(html).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u);
      }),
    );
  });

  it('allows its own styles alone', () => {
    const html = wafPage(fc.sample(previousWaf, 1)[0] ?? fail('no zone'), 'example.com').html;
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(html) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(html).toContain(
      `content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`,
    );
    expect(style).not.toMatch(/url\(|@import/);
  });
});
